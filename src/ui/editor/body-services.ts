import { type Editor, Extension } from '@tiptap/core';
import type { Uploads } from '../uploads/uploads.ts';
import type { BodyFile, UploadedBodyFile } from './body-file.ts';
import type { LinkCard } from './embeds/link-card.ts';

/** What the portal does for the tools of a body; absent for a member who may not write. */
export type BodyServices = {
  uploads: Uploads<UploadedBodyFile>;
  /** Stores a file, such as a cropped picture. */
  send: (file: File) => Promise<BodyFile>;
  /** Fetches what a page says about itself. */
  fetchCard: (url: string) => Promise<LinkCard>;
  /** Shows a short message. */
  notify: (message: string) => void;
  /** Explains a failed `send` or `fetchCard`. */
  explain: (error: unknown) => string;
};

/** Makes the services reachable from tools and plugins. */
export const BodyServicesExtension = Extension.create<{ services: BodyServices | undefined }>({
  name: 'bodyServices',
  addOptions: () => ({ services: undefined }),
  addStorage() {
    return { services: this.options.services };
  },
});

export const servicesOf = (editor: Editor): BodyServices | undefined => editor.storage.bodyServices?.services;

declare module '@tiptap/core' {
  interface Storage {
    bodyServices: { services: BodyServices | undefined };
  }
}
