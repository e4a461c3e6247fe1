import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { offersNothing } from '../../../src/app/state/link.ts'
import type { SwitchState } from '../../../src/app/state/plan-tools.ts'

export const noCapability: AppEvent = {
  type: 'agent-described',
  atMs: 0,
  agent: {
    name: 'a',
    title: null,
    version: null,
    protocolVersion: 1,
    knowsPlanCapability: false,
    offers: offersNothing,
  },
}

/** How claude's plan tools are switched. */
export function planTools(state: SwitchState, startedAgent: string | null = null): AppEvent {
  const switches = [{ agent: 'claude-agent-acp', state }]
  return { type: 'plan-tools-told', atMs: 0, planTools: { mode: 'on', startedAgent, switches } }
}
