import type { AuthMethod, LinkEnd } from '../app/link.ts'
import { isObject } from '../protocol/message.ts'
import { readAuthMethods } from '../app/exchange/read-auth-methods.ts'
import { rpcCodes, rpcErrorText, type Refused } from '../protocol/rpc-line.ts'

/** The end that an error in the opening means; `known` are the ways to log in that the agent told of before. */
export function refusal(method: string, error: Refused, known: readonly AuthMethod[]): LinkEnd {
  const message = rpcErrorText(error)
  if (error.code !== rpcCodes.authRequired) return { kind: 'refused', method, code: error.code, message }
  const wanted = { kind: 'wants-authentication', methods: authMethodsOf(error, known) } as const
  return saysNothingMore.test(message) ? wanted : { ...wanted, message }
}

/** What the error's code says already. */
const saysNothingMore = /^\s*(?:auth(?:entication|orization)?[ _-]?(?:is )?required\.?)?\s*$/i

/** The ways to log in that stand in an error, or else those that were known. */
export function authMethodsOf(error: Refused, known: readonly AuthMethod[]): readonly AuthMethod[] {
  const told = isObject(error.data) ? readAuthMethods(error.data['authMethods']) : []
  return told.length > 0 ? told : known
}
