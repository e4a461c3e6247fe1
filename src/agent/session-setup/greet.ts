import type { Greeting } from '../../app/exchange/exchange-state.ts'
import type { LinkEnd } from '../../app/state/link.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { rpcCodes } from '../../protocol/wire/rpc-line.ts'
import { excerptOf } from '../../protocol/wire/wire-problem.ts'
import type { ProtocolVersion } from '../connection/agent-wire.ts'
import { initializeParams, type AskedVersion, type ClientDescription } from './initialize-params.ts'
import type { KnownExchange } from '../live-exchange.ts'
import type { Ask } from '../connection/peer.ts'
import { refusal } from './refusal.ts'

export interface GreetOptions {
  readonly asked: AskedVersion
  readonly client: ClientDescription
  readonly ask: Ask
  /** What the answers have brought. */
  readonly known: Pick<KnownExchange, 'greeting' | 'authMethods'>
}

export interface Greeted {
  readonly version: ProtocolVersion
  readonly agent: Greeting['agent']
}

/** `initialize`: agrees on a version with one or two questions. https://agentclientprotocol.com/protocol/initialization */
export async function greet(options: GreetOptions): Promise<Result<Greeted, LinkEnd>> {
  const { asked, client, ask, known } = options
  const outcome = await ask('initialize', initializeParams(asked, client))
  // Agents that know no version 2 may answer with any error at all, so whatever it says, 1 is worth a question.
  if (!outcome.ok && asked === 'best') return await greet({ ...options, asked: 1 })
  if (!outcome.ok) return fail(refusal('initialize', outcome.error, known.authMethods))
  const answer = known.greeting
  if (answer === null)
    return fail(broken(`it answered initialize with ${shown(outcome.value)} instead of an object`))
  const version = accepted(answer.protocolVersion, asked)
  return version.ok ? ok({ version: version.value, agent: answer.agent }) : version
}

function accepted(answer: unknown, asked: AskedVersion): Result<ProtocolVersion, LinkEnd> {
  const highest = asked === 'best' ? 2 : asked
  if (answer === 1 && asked === 2) {
    const message = 'it speaks version 1 of the protocol only, and version 2 was asked for'
    return fail({ kind: 'refused', method: 'initialize', code: rpcCodes.unsupportedVersion, message })
  }
  if ((answer === 1 || answer === 2) && answer <= highest) return ok(answer)
  const found = answer === undefined ? 'without a protocolVersion' : `with protocolVersion ${shown(answer)}`
  return fail(broken(`it answered initialize ${found}; asked for was ${highest}, and 1 and 2 are known here`))
}

function broken(text: string): LinkEnd {
  return { kind: 'broke-protocol', text }
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : excerptOf(value)
}
