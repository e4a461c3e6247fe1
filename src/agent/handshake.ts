import type { AgentDescription, AuthMethod, LinkEnd } from '../app/link.ts'
import { isObject } from '../protocol/message.ts'
import { excerptOf } from '../protocol/wire-problem.ts'
import { readInitializeAnswer, readOffers } from '../app/exchange/agent-description.ts'
import { initializeParams, type AskedVersion, type ClientDescription } from './initialize-params.ts'
import type { Ask } from './own-requests.ts'
import { refusal } from './refusal.ts'
import { rpcCodes, type RpcOutcome } from '../protocol/rpc-line.ts'

export type ProtocolVersion = 1 | 2

/** What an agent has told of itself. */
export interface Greeting {
  readonly version: ProtocolVersion
  readonly agent: AgentDescription
  readonly authMethods: readonly AuthMethod[]
}

export interface HandshakeOptions {
  readonly asked: AskedVersion
  readonly client: ClientDescription
  /** What an agent is called that does not name itself. */
  readonly fallbackName: string
  readonly ask: Ask
  readonly onGreeted: (greeting: Greeting) => void
  readonly onFailed: (end: LinkEnd) => void
}

/**
 * `initialize`: agrees on a version within the call and one or two answers. It is ours and not the SDK's, which costs more
 * time to import than most agents need to answer. https://agentclientprotocol.com/protocol/initialization
 */
export function shakeHands(options: HandshakeOptions): void {
  const { asked, client, ask } = options
  ask('initialize', initializeParams(asked, client), (outcome) => {
    // Agents that know no version 2 may answer with any error at all, so whatever it says, 1 is worth a question.
    if (!outcome.ok && asked === 'best') shakeHands({ ...options, asked: 1 })
    else answered(options, outcome)
  })
}

function answered(options: HandshakeOptions, outcome: RpcOutcome): void {
  const { asked, client, fallbackName, onGreeted, onFailed } = options
  if (!outcome.ok) return onFailed(refusal('initialize', outcome.error, []))
  if (!isObject(outcome.value)) {
    return onFailed(broken(`it answered initialize with ${shown(outcome.value)} instead of an object`))
  }
  const answer = readInitializeAnswer(outcome.value, fallbackName)
  const version = accepted(answer.protocolVersion, asked)
  if (typeof version === 'object') return onFailed(version)
  onGreeted({
    version,
    agent: {
      ...answer.described,
      protocolVersion: version,
      knowsPlanCapability: client.advertisesPlans,
      offers: readOffers(outcome.value, version),
    },
    authMethods: answer.authMethods,
  })
}

function accepted(answer: unknown, asked: AskedVersion): ProtocolVersion | LinkEnd {
  const highest = asked === 'best' ? 2 : asked
  if (answer === 1 && asked === 2) {
    const message = 'it speaks version 1 of the protocol only, and version 2 was asked for'
    return { kind: 'refused', method: 'initialize', code: rpcCodes.unsupportedVersion, message }
  }
  if ((answer === 1 || answer === 2) && answer <= highest) return answer
  const found = answer === undefined ? 'without a protocolVersion' : `with protocolVersion ${shown(answer)}`
  return broken(`it answered initialize ${found}; asked for was ${highest}, and 1 and 2 are known here`)
}

function broken(text: string): LinkEnd {
  return { kind: 'broke-protocol', text }
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : excerptOf(value)
}
