import { isObject, stringAt, type JsonObject } from '../../protocol/wire/message.ts'
import { rpcCodes, type RpcOutcome } from '../../protocol/wire/rpc-line.ts'
import type { ProtocolVersion } from '../script/playing/updates.ts'
import type { Recording } from './recording.ts'

const agentInfo = { name: 'recording', title: 'Recording', version: '1.0.0' }

/** The answer to a request that is not in the recording. */
export function answerUnrecorded(method: string, params: JsonObject, recording: Recording): RpcOutcome {
  switch (method) {
    case 'initialize':
      return ok(describe(recording.version))
    case 'session/list':
      return ok({ sessions: [] })
    case 'session/set_config_option':
      return ok({ configOptions: changedOptions(params, recording) })
    case 'session/set_mode':
    case 'session/close':
    case 'session/delete':
    case 'authenticate':
    case 'auth/login':
    case 'auth/logout':
    case 'logout':
      return ok({})
    case 'session/load':
    case 'session/resume':
    case 'session/fork':
      return refused(rpcCodes.resourceNotFound, 'this session is not in the recording')
    default:
      return refused(rpcCodes.methodNotFound, `not in the recording: ${method}`)
  }
}

function ok(value: unknown): RpcOutcome {
  return { ok: true, value }
}

export function refused(code: number, message: string): RpcOutcome {
  return { ok: false, error: { code, message } }
}

function describe(version: ProtocolVersion): JsonObject {
  return version === 2
    ? { protocolVersion: 2, info: agentInfo, capabilities: {} }
    : { protocolVersion: 1, agentInfo, agentCapabilities: {}, authMethods: [] }
}

/** The first recorded options, with the value that the client sets. */
function changedOptions(params: JsonObject, { exchanges }: Recording): readonly unknown[] {
  const id = stringAt(params, 'configId')
  for (const { answer } of exchanges) {
    const options = isObject(answer?.result) ? answer.result['configOptions'] : undefined
    if (!Array.isArray(options)) continue
    return options.map((option: unknown) =>
      isObject(option) && (option['id'] ?? option['configId']) === id
        ? { ...option, currentValue: params['value'] }
        : option,
    )
  }
  return []
}
