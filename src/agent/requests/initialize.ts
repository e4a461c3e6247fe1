import type { Greeting } from '../../app/exchange/exchange-state.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { type Refused, rpcCodes, rpcErrorText } from '../../protocol/wire/rpc-line.ts'
import { excerptOf } from '../../protocol/wire/wire-problem.ts'
import type { ProtocolVersion } from '../connection/agent-wire.ts'
import type { KnownExchange } from '../live-exchange.ts'
import type { Ask } from '../connection/peer.ts'
import type { AuthMethod, LinkEnd } from '../../app/state/link.ts'
/** Which version an `initialize` asks for; `best` asks for 2 and can be understood as 1 as well. */
export type AskedVersion = 'best' | 1 | 2

export interface ClientDescription {
  readonly clientVersion: string
  /** Tells the agent that plans by id (`plan_update`, `plan_removed`) are shown. */
  readonly advertisesPlans: boolean
  /** A user is there who can fill in forms and open pages. */
  readonly canAsk: boolean
  /** Files may be read and written through us. Version 1 only: version 2 has no such methods. */
  readonly offersFiles: boolean
}

/**
 * The params of `initialize`. `best` carries both shapes, so that one message does: v1 agents read `clientInfo` and
 * `clientCapabilities`, v2 agents `info` and `capabilities`. https://agentclientprotocol.com/protocol/initialization
 */
function initializeParams(asked: AskedVersion, client: ClientDescription): object {
  const who = { name: 'acp-plan-tui', title: 'acp-plan-tui', version: client.clientVersion }
  const v1 = { clientInfo: who, clientCapabilities: v1Capabilities(client) }
  const v2 = { info: who, capabilities: v2Capabilities(client) }
  switch (asked) {
    case 'best':
      return { protocolVersion: 2, ...v2, ...v1 }
    case 1:
      return { protocolVersion: 1, ...v1 }
    case 2:
      return { protocolVersion: 2, ...v2 }
  }
}

function v1Capabilities(client: ClientDescription): object {
  const { offersFiles } = client
  return {
    fs: { readTextFile: offersFiles, writeTextFile: offersFiles },
    terminal: false,
    // We run no login in a terminal, but agents name such methods only to clients that say so, and we say what to run.
    auth: { terminal: true },
    session: { configOptions: { boolean: {} }, notices: {} },
    subagents: {},
    ...elicitation(client),
    ...plans(client),
  }
}

function v2Capabilities(client: ClientDescription): object {
  return { auth: { terminal: {} }, ...elicitation(client), ...plans(client) }
}

function elicitation({ canAsk }: ClientDescription): object {
  return canAsk ? { elicitation: { form: {}, url: {} } } : {}
}

/** Two names for one capability: agents know either the older or the newer one. */
function plans({ advertisesPlans }: ClientDescription): object {
  return advertisesPlans ? { plan: {}, planCapabilities: {} } : {}
}

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

/** The end that an error before the first session means; `methods` are the ways to log in that the agent told of last. */
export function refusal(method: string, error: Refused, methods: readonly AuthMethod[]): LinkEnd {
  const message = rpcErrorText(error)
  if (error.code !== rpcCodes.authRequired) return { kind: 'refused', method, code: error.code, message }
  const wanted = { kind: 'wants-authentication', methods } as const
  return saysNothingMore.test(message) ? wanted : { ...wanted, message }
}

/** What the error's code says already. */
const saysNothingMore = /^\s*(?:auth(?:entication|orization)?[ _-]?(?:is )?required\.?)?\s*$/i
