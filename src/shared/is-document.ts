/** Pattern of the end of a document's path. */
export const documentEnd = /\.(?:pdf|docx|xlsx|pptx|zip|csv|txt)/;

const document = new RegExp(`${documentEnd.source}$`);

/** Whether the file of an address is a document, which browsers download and never display. */
export const isDocument = (address: string): boolean => document.test(address);
