import { describe, expect, test } from 'vitest'
import type { AppState } from '../../../src/app/state/app-state.ts'
import { adviceSentences, planToolsWords, switchCommand } from '../../../src/app/words/agent.ts'
import { canSwitchPlansOn, planAdvice, switchRefusal } from '../../../src/app/plan-advice/plan-advice.ts'
import type { PlanTools, SwitchState } from '../../../src/app/state/plan-tools.ts'
import { newSession } from '../../../src/app/state/session.ts'
import { describedAs, stateAfter } from '../../support/app-states.ts'
import { noWork } from '../../../src/plans/steps/step-times.ts'

function told(state: SwitchState, more: Partial<PlanTools> = {}): PlanTools {
  const switches = ['claude-agent-acp', 'codex-acp'].map((agent) => ({ agent, state }))
  return { mode: 'on', startedAgent: null, switches, ...more }
}

function stateWith(name: string, planTools: PlanTools | null, more: Partial<AppState> = {}): AppState {
  return { ...stateAfter(describedAs({ name })), planTools, ...more }
}

const claude = '@agentclientprotocol/claude-agent-acp'
const codex = '@agentclientprotocol/codex-acp'
const unset =
  'Claude Agent has plan tools only if CLAUDE_CODE_ENABLE_TODO_TOOLS=1 is set, and it was started without it.'

function said(state: AppState): readonly string[] {
  const advice = planAdvice(state)
  return advice === null ? [] : adviceSentences(advice)
}

describe('the advice for an agent that has sent no plan', () => {
  test.each<[string, AppState, readonly string[], boolean]>([
    ['nothing was set', stateWith(claude, told({ type: 'unset' })), [unset], true],
    [
      '--plan-tools off',
      stateWith(codex, told({ type: 'unset' }, { mode: 'off', startedAgent: 'codex-acp' })),
      [
        `Codex has plan tools only if CODEX_CONFIG='{"tools":{"update_plan":{"enabled":true}}}' is set, and --plan-tools off prevents that.`,
      ],
      true,
    ],
    [
      '--plan-tools off, which is not why: its command would not have named it',
      stateWith(claude, told({ type: 'unset' }, { mode: 'off' })),
      [unset],
      true,
    ],
    [
      'the user has set it off',
      stateWith(codex, told({ type: 'kept-off', where: 'environment' })),
      ['Your CODEX_CONFIG (tools.update_plan.enabled) keeps the plan tools of Codex off.'],
      true,
    ],
    [
      'the command has set it off',
      stateWith(claude, told({ type: 'kept-off', where: 'command' })),
      [
        'The command sets CLAUDE_CODE_ENABLE_TODO_TOOLS itself, which keeps the plan tools of Claude Agent off: change it there.',
      ],
      false,
    ],
    [
      'settings that are none',
      stateWith(codex, told({ type: 'unreadable', fault: 'no-json' })),
      [
        `Your CODEX_CONFIG is not JSON, so it was left as it is, and Codex has no plan tools. Set it to CODEX_CONFIG='{"tools":{"update_plan":{"enabled":true}}}', together with your own settings.`,
      ],
      false,
    ],
    [
      'started elsewhere',
      stateWith(claude, { mode: 'elsewhere', startedAgent: null, switches: [] }),
      [
        'Claude Agent has plan tools only if CLAUDE_CODE_ENABLE_TODO_TOOLS=1 is set. It was not started from here: set that where it is started.',
      ],
      false,
    ],
    [
      'switched on, and no plan all the same',
      stateWith(claude, told({ type: 'set' })),
      [
        'Claude Agent has its plan tools (CLAUDE_CODE_ENABLE_TODO_TOOLS=1), and sends a plan when it makes one.',
      ],
      false,
    ],
    [
      'nothing to switch on',
      stateWith('gemini-cli', told({ type: 'unset' })),
      [
        'Gemini CLI sends plans to no client, and they cannot be switched on. What its todo tool holds is in none of its messages; plans that it asks about are shown.',
      ],
      false,
    ],
    ['an agent that sends them anyway', stateWith('Kimi Code CLI', told({ type: 'unset' })), [], false],
    ['an agent that is not known', stateWith('my-agent', told({ type: 'unset' })), [], false],
    ['a recording that tells nothing of its start', stateWith(claude, null), [], false],
    ['it has sent one before', stateWith(claude, told({ type: 'unset' }), { hasSentPlans: true }), [], false],
  ])('%s', (_, state, sentences, canSwitch) => {
    expect(said(state)).toEqual(sentences)
    expect(canSwitchPlansOn(state)).toBe(canSwitch)
  })

  test('an agent without a name is recognised by its command', () => {
    const state = stateWith('my-wrapper', told({ type: 'unset' }, { mode: 'off', startedAgent: 'codex-acp' }))
    expect(planAdvice(state)).toMatchObject({ type: 'off', because: 'option', agent: { id: 'codex-acp' } })
  })
})

describe('the command that starts it with its plans on', () => {
  test('can be pasted into a shell', () => {
    const advice = planAdvice(stateWith(codex, told({ type: 'unset' })))
    expect(advice && switchCommand(advice, ['./my agent', "it's"])?.join(' ')).toBe(
      String.raw`acp-plan-tui --env 'CODEX_CONFIG={"tools":{"update_plan":{"enabled":true}}}' -- './my agent' 'it'\''s'`,
    )
  })

  test.each<[string, SwitchState]>([
    ['it would not help', { type: 'kept-off', where: 'command' }],
    ['it would overwrite what the user has set', { type: 'unreadable', fault: 'no-json' }],
    ['they are on', { type: 'own' }],
  ])('is not reported where %s', (_, state) => {
    const advice = planAdvice(stateWith(codex, told(state)))
    expect(advice && switchCommand(advice, ['x'])).toBeNull()
  })
})

describe('the remark at the start', () => {
  test.each<[PlanTools, readonly string[]]>([
    [
      told({ type: 'set' }, { startedAgent: 'claude-agent-acp' }),
      ['plan tools: CLAUDE_CODE_ENABLE_TODO_TOOLS=1 was set for Claude Agent (see --plan-tools)'],
    ],
    [
      told({ type: 'merged' }, { startedAgent: 'codex-acp' }),
      [
        `plan tools: CODEX_CONFIG='{"tools":{"update_plan":{"enabled":true}}}' was added to your CODEX_CONFIG for Codex`,
      ],
    ],
    [
      told({ type: 'own' }, { startedAgent: 'codex-acp' }),
      ['plan tools: your CODEX_CONFIG (tools.update_plan.enabled) has switched them on for Codex'],
    ],
    [
      told({ type: 'kept-off', where: 'environment' }, { startedAgent: 'claude-agent-acp' }),
      ['plan tools: your CLAUDE_CODE_ENABLE_TODO_TOOLS keeps them off for Claude Agent'],
    ],
    [
      told({ type: 'unset' }, { mode: 'off', startedAgent: 'claude-agent-acp' }),
      ['plan tools: off, CLAUDE_CODE_ENABLE_TODO_TOOLS=1 was not set for Claude Agent'],
    ],
    [told({ type: 'unset' }), []],
    [told({ type: 'unset' }, { startedAgent: 'gemini' }), []],
    [{ mode: 'elsewhere', startedAgent: null, switches: [] }, []],
  ])('%j', (planTools, words) => {
    expect(planToolsWords(planTools)).toEqual(words)
  })
})

describe('whether plans can be switched on now', () => {
  const state = stateWith(claude, told({ type: 'unset' }))

  test('they can be while the agent is idle, and not during a turn', () => {
    expect(switchRefusal(state)).toBeNull()
    const turn = { state: 'working', sinceMs: 0, workBegan: noWork, isCancelling: false } as const
    const working = { ...state, sessions: new Map([['s', { ...newSession('s'), turn }]]) }
    expect(switchRefusal(working)).toBe('The agent is at work: wait for the end of its turn, or cancel it.')
  })

  test('they cannot be while a request outside of a turn is open', () => {
    const mode = { type: 'url', url: 'https://example.com/', elicitationId: null } as const
    const asked = { key: 1, sessionId: null, message: 'Log in', mode, askedAtMs: 0 }
    expect(switchRefusal({ ...state, elicitations: [asked] })).toBe(
      'A question waits for you: answer it first.',
    )
  })

  test('there may be no variable to set', () => {
    expect(switchRefusal(stateWith('my-agent', told({ type: 'unset' })))).toBe(
      'No way to switch plans on is known.',
    )
  })
})
