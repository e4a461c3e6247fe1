import { writeJson } from '../../../lib/json/write-json.ts'
import { excerptOf } from '../../../protocol/wire/wire-problem.ts'
import { RemoteFailure } from '../remote-failure.ts'
import type { Stub } from './sdk-stubs.ts'

export const sessionHeader = 'Acp-Session-Id'

/** Throws where a session is named that no header can name: there is no asking for its stream, and nothing can be sent to it. */
export function expectNameable({ result }: Stub): void {
  if (typeof result !== 'object' || result === null || !('sessionId' in result)) return
  try {
    new Headers().set(sessionHeader, String(result.sessionId))
  } catch {
    const id = excerptOf(writeJson(result.sessionId))
    throw new RemoteFailure(`the agent calls its session ${id}, which no header (${sessionHeader}) can hold`)
  }
}
