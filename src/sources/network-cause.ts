import { errorCode } from '../lib/result.ts'

/**
 * Describes a network error, with the system's code: the end of a sentence. Takes what `fetch`, sockets and WebSockets throw;
 * `special` has other texts for some codes. Raw text.
 */
export function networkCause(error: unknown, special: Readonly<Record<string, string>> = {}): string {
  const cause = innermost(error)
  if (!(cause instanceof Error)) return String(cause)
  const code = errorCode(cause) ?? ''
  const known = causes[code] ?? (code.startsWith('HPE_') ? 'the server does not speak HTTP' : undefined)
  if (cause.message === 'bad port') return badPort
  const words = special[code] ?? known ?? (cause.message || code || 'no reason was given')
  return code === '' || words.includes(code) ? words : `${words} (${code})`
}

/** `fetch` wraps the error of the network, and a name with several addresses gives an error for each. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0])
  return error instanceof Error && error.cause instanceof Error ? innermost(error.cause) : error
}

const unknownSigner =
  'its certificate is signed by an unknown authority (NODE_EXTRA_CA_CERTS can name a file with more)'

/** Such as 6000 and 10080: https://fetch.spec.whatwg.org/#port-blocking. */
const badPort =
  'its port is reserved for another protocol and blocked for HTTP; the agent has to use another one'

const causes: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownSigner,
  EAI_AGAIN: 'the name could not be looked up',
  ECONNABORTED: 'the connection broke',
  ECONNREFUSED: 'nothing answers at that address',
  ECONNRESET: 'the connection broke',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ENOTFOUND: 'there is no such host',
  EPIPE: 'the connection broke',
  EPROTO: 'the server does not speak TLS there',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS there',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not speak TLS there',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ETIMEDOUT: 'it does not answer',
  HPE_HEADER_OVERFLOW: 'the headers of its answer are too long',
  SELF_SIGNED_CERT_IN_CHAIN: unknownSigner,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownSigner,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownSigner,
  UND_ERR_BODY_TIMEOUT: 'nothing came for too long',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'it does not answer',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of its answer are too long',
  UND_ERR_SOCKET: 'the connection broke',
  Z_BUF_ERROR: 'its data cannot be decompressed',
  Z_DATA_ERROR: 'its data cannot be decompressed',
}

/** The end of a connection for a reason of the protocol, and not of the network. The message is the end of a sentence. Raw text. */
export class RemoteFailure extends Error {}
