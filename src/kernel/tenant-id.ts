/** An id of a tenant: part of the name of its schema, of the paths of its files and of their addresses. */
export const tenantIdPattern = /^[0-9A-Za-z]{1,12}$/;
