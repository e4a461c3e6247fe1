import type { AuthMethod, LinkEnd } from '../../app/state/link.ts'
import { rpcCodes, rpcErrorText, type Refused } from '../../protocol/wire/rpc-line.ts'

/** The end that an error before the first session means; `methods` are the ways to log in that the agent told of last. */
export function refusal(method: string, error: Refused, methods: readonly AuthMethod[]): LinkEnd {
  const message = rpcErrorText(error)
  if (error.code !== rpcCodes.authRequired) return { kind: 'refused', method, code: error.code, message }
  const wanted = { kind: 'wants-authentication', methods } as const
  return saysNothingMore.test(message) ? wanted : { ...wanted, message }
}

/** What the error's code says already. */
const saysNothingMore = /^\s*(?:auth(?:entication|orization)?[ _-]?(?:is )?required\.?)?\s*$/i
