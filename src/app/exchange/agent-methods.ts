/** Methods of requests that agents send, and of the notification that an opened page is done. */
export const permissionMethod = 'session/request_permission'
export const elicitationMethod = 'elicitation/create'
export const elicitationCompleteMethod = 'elicitation/complete'
export const readFileMethod = 'fs/read_text_file'
export const writeFileMethod = 'fs/write_text_file'
