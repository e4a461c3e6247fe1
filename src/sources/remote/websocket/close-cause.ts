/**
 * Describes a WebSocket's close code, with the server's reason: the end of a sentence. Raw text.
 * https://www.iana.org/assignments/websocket
 */
export function closeCause(code: number, reason: string): string {
  const words = meanings[code] ?? 'the other side closed it'
  const number = code === noStatus || code === abnormal ? '' : ` (${code})`
  return `${words}${number}${reason === '' ? '' : `: “${reason}”`}`
}

const noStatus = 1005
const abnormal = 1006

const meanings: Readonly<Record<number, string>> = {
  1000: 'the other side closed it',
  1001: 'the other side went away',
  1002: 'the other side saw a breach of the WebSocket protocol',
  1003: 'the other side does not accept this data',
  1005: 'the other side closed it',
  1006: 'it ended without a close frame',
  1007: 'the other side could not read what was sent',
  1008: 'the other side closed it by its policy',
  1009: 'the other side takes no message of that size',
  1010: 'the other side needs an extension',
  1011: 'the server failed',
  1012: 'the server starts again',
  1013: 'the server has too much to do',
  1014: 'a server on the way got no good answer',
  3000: 'the server wants a login: --header "Authorization: Bearer …" or --token-file FILE',
  3003: 'the server does not allow this',
  3008: 'the server waited too long for something',
}
