import type { AppEvent } from '../../../src/app/state/app-event.ts'
import type { SwitchState } from '../../../src/app/state/plan-tools.ts'
import { describedAs } from '../../support/app-states.ts'

export const noCapability = describedAs({ name: 'a', version: null, knowsPlanCapability: false })

/** How claude's plan tools are switched. */
export function planTools(state: SwitchState, startedAgent: string | null = null): AppEvent {
  const switches = [{ agent: 'claude-agent-acp', state }]
  return { type: 'plan-tools-told', atMs: 0, planTools: { mode: 'on', startedAgent, switches } }
}
