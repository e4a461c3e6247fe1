import { describe, expect, test } from 'vitest'
import {
  noSettingsBefore,
  planningExits,
  settingsAfter,
  ProposalDecisions,
} from '../../../src/agent/questions/proposals.ts'
import type { ModeSettings } from '../../../src/app/state/planning.ts'
import type { SettingCallback } from '../../../src/agent/sessions/session-commands.ts'
import type { AppEvent, SessionSetup } from '../../../src/app/state/app-event.ts'
import { openQuestion } from '../../../src/app/state/question.ts'
import { createApp } from '../../../src/app/app.ts'
import { fail, ok, type Result } from '../../../src/lib/result.ts'
import type { ConfigOption, SessionModes } from '../../../src/protocol/session/session-settings.ts'
import {
  describedAs,
  ended,
  opened,
  openedSession,
  prompted,
  said,
  session,
  updated,
} from '../../support/app-states.ts'

const message = '<proposed_plan>\n# Split the tokenizer\n\n1. Move it\n</proposed_plan>\n'
const text = '# Split the tokenizer\n\n1. Move it\n'

function modes(current: string, ...ids: readonly string[]): SessionModes {
  return { current, available: ids.map((id) => ({ id, name: `${id}!`, description: null })) }
}

function option(
  id: string,
  value: string,
  values: readonly string[],
  category: string | null = null,
): ConfigOption {
  const choices = values.map((each) => ({ value: each, name: each, description: null, group: null }))
  return { id, name: id, description: null, category, type: 'select', value, choices }
}

function planSwitch(value: boolean): ConfigOption {
  return { id: 'plan_mode', name: 'Plan first', description: null, category: 'mode', type: 'boolean', value }
}

interface RunOptions {
  readonly setup?: Partial<SessionSetup>
  readonly save?: Result<string, string>
  /** Why a setting cannot be changed. */
  readonly failure?: string
  /** Settings are answered when the test says so. */
  readonly isSlow?: boolean
}

/** An app with the class in it as the client has it; what it asks of others is written down. */
function run({ setup = {}, save = ok('/p/plan-x.md'), failure, isSlow = false }: RunOptions = {}) {
  const app = createApp()
  const done: string[] = []
  const answers: SettingCallback[] = []
  const answer = async (onSet: SettingCallback): Promise<void> =>
    void (isSlow ? answers.push(onSet) : onSet(failure ?? null))
  const proposals = new ProposalDecisions({
    exchange: {
      nowMs: () => 9000,
      note: (event) => dispatch({ atMs: 9000, ...event }),
      remark: (words) => dispatch({ type: 'remarked', atMs: 9000, text: words }),
    },
    state: () => app.state(),
    commands: {
      set: async (id, setting, onSet) => {
        const isMode = setting.type === 'mode'
        done.push(`${id} ${isMode ? `mode ${setting.modeId}` : `${setting.optionId} ${setting.value}`}`)
        await answer(onSet)
      },
    },
    sessions: {
      enqueuePrompt: (id, words) => done.push(`${id} prompt ${words}`),
      promptFirst: (id, words) => done.push(`${id} prompt next ${words}`),
    },
    savePlan: (title, words) => {
      done.push(`save ${title}: ${words}`)
      return Promise.resolve(save)
    },
  })
  function dispatch(event: AppEvent): void {
    app.dispatch(event)
    proposals.afterEvent(event)
  }
  const isOpened = (event: AppEvent): boolean => event.type !== 'session-opened'
  for (const event of opened().filter(isOpened)) dispatch(event)
  dispatch(openedSession(session, setup))
  return {
    proposals,
    dispatch,
    done,
    answers,
    proposal: () => app.state().sessions.get(session)?.proposal,
    question: () => openQuestion(app.state()),
    remark: () => app.state().remark?.text,
    propose: () => [prompted(1000), said(2000, message), ended(5000)].forEach(dispatch),
  }
}

const approved = { kind: 'approved', by: 'user', words: 'Implement', atMs: 9000, feedback: null }

describe('implementing a plan', () => {
  test('sends a prompt, where no mode is a plan mode', () => {
    const { proposals, propose, done, proposal } = run({
      setup: { modes: modes('default', 'default', 'plan') },
    })
    propose()
    proposals.decide('implement')
    expect(done).toEqual([`${session} prompt Implement the plan.`])
    expect(proposal()?.outcome).toEqual(approved)
  })

  test('restores the mode from before planning', () => {
    const { proposals, propose, done, dispatch } = run({
      setup: { modes: modes('acceptEdits', 'default', 'acceptEdits', 'plan') },
    })
    dispatch(updated(1, { type: 'mode-changed', modeId: 'plan' }))
    propose()
    proposals.decide('implement')
    expect(done).toEqual([`${session} mode acceptEdits`, `${session} prompt Implement the plan.`])
  })

  test('waits until the mode is set, and is sent once', () => {
    const { proposals, propose, done, answers, proposal } = run({
      isSlow: true,
      setup: { configOptions: [option('collaboration_mode', 'plan', ['default', 'plan'])] },
    })
    propose()
    proposals.decide('implement')
    proposals.decide('implement')
    proposals.decide('save')
    expect(done).toEqual([`${session} collaboration_mode default`])
    expect(proposal()?.outcome).toBeNull()
    answers[0]?.(null)
    expect(done.at(-1)).toBe(`${session} prompt Implement the plan.`)
    expect(proposal()?.outcome).toEqual(approved)
  })

  test('is not prompted where the mode could not be set: the plan stays open', () => {
    const { proposals, propose, done, proposal, remark } = run({
      failure: 'not now',
      setup: { modes: modes('plan', 'default', 'plan') },
    })
    propose()
    proposals.decide('implement')
    expect(done).toEqual([`${session} mode default`])
    expect(proposal()?.outcome).toBeNull()
    expect(remark()).toBe('The plan is not implemented, because the agent is still in plan mode: not now')
  })

  test('is not prompted where only a dangerous mode is left', () => {
    const { proposals, propose, done, remark } = run({ setup: { modes: modes('plan', 'plan', 'yolo') } })
    propose()
    proposals.decide('implement')
    expect(done).toEqual([])
    expect(remark()).toMatch(/^The session stays in “plan!”: no other mode is safe/)
  })

  test('ends with the agent', () => {
    const { proposals, propose, done, answers } = run({
      isSlow: true,
      setup: { modes: modes('plan', 'default', 'plan') },
    })
    propose()
    proposals.decide('implement')
    proposals.disconnected()
    answers[0]?.(null)
    expect(done).toEqual([`${session} mode default`])
  })
})

describe('an agent that cannot ask', () => {
  const plan = 'https://agentclientprotocol.com/protocol/session-modes#plan'
  const agentMode = 'https://agentclientprotocol.com/protocol/session-modes#agent'

  function inPlanMode(name: string) {
    const it = run({ setup: { modes: modes(plan, agentMode, plan) } })
    it.dispatch(describedAs({ name, knowsPlanCapability: false }, 10))
    for (const event of [prompted(1000), ended(5000)]) it.dispatch(event)
    return it
  }

  test('goes on when the user says so: the mode is left, then the agent is prompted, once', async () => {
    const { proposals, done, question } = inPlanMode('Copilot')
    expect(question()).toEqual({
      kind: 'proposal',
      sessionId: session,
      about: { mode: `${plan}!`, planKey: null, sinceMs: 5000 },
    })
    proposals.decide('implement')
    await Promise.resolve()
    expect(done).toEqual([`${session} mode ${agentMode}`, `${session} prompt Implement the plan.`])
    expect(question()).toBeNull()
    proposals.decide('implement')
    expect(done).toHaveLength(2)
  })

  test('goes on planning when the user says so, until its next turn has ended', () => {
    const { proposals, done, question, dispatch } = inPlanMode('Copilot')
    proposals.decide('refine')
    expect(question()).toBeNull()
    expect(done).toEqual([])
    for (const event of [prompted(9500), ended(9900)]) dispatch(event)
    expect(question()).not.toBeNull()
  })

  test('any other agent asks itself', () => {
    expect(inPlanMode('gemini-cli').question()).toBeNull()
    expect(inPlanMode('somebody').question()).toBeNull()
  })
})

test('refining it is only noted', () => {
  const { proposals, propose, done, proposal } = run()
  propose()
  proposals.decide('refine')
  expect(done).toEqual([])
  expect(proposal()?.outcome).toEqual({ ...approved, kind: 'refined', words: 'Stay and refine' })
})

describe('saving it', () => {
  test('says where it is', async () => {
    const { proposals, propose, done, proposal, remark } = run()
    propose()
    proposals.decide('save')
    await expect.poll(() => proposal()?.outcome?.kind).toBe('kept')
    expect(done).toEqual([`save Split the tokenizer: ${text}`])
    expect(proposal()?.outcome?.words).toBe('/p/plan-x.md')
    expect(remark()).toBe('Saved to /p/plan-x.md')
  })

  test('fails with the reason, and the plan stays open', async () => {
    const { proposals, propose, proposal, remark } = run({ save: fail('no room') })
    propose()
    proposals.decide('save')
    await expect.poll(remark).toBe('The plan is not saved: no room')
    expect(proposal()?.outcome).toBeNull()
    proposals.decide('refine')
    expect(proposal()?.outcome?.kind).toBe('refined')
  })
})

test.each(['implement', 'refine', 'save'] as const)(
  '%s without a plan that waits does nothing',
  (decision) => {
    const { proposals, propose, done, dispatch, proposal } = run()
    proposals.decide(decision)
    propose()
    dispatch(prompted(6000))
    proposals.decide(decision)
    expect(done).toEqual([])
    expect(proposal()?.outcome).toMatchObject({ kind: 'refined', feedback: 'fix the parser' })
  },
)

describe('the way out from planning', () => {
  const exits = (settings: Partial<ModeSettings>, ...before: readonly Partial<ModeSettings>[]) => {
    const whole = (some: Partial<ModeSettings>): ModeSettings => ({ modes: null, configOptions: [], ...some })
    const known = before.reduce((last, some) => settingsAfter(last, whole(some)), noSettingsBefore)
    const left = planningExits(whole(settings), known)
    if (!left.ok) return [`stays in ${left.problem.modeName}`]
    return left.value.map((exit) => (exit.type === 'mode' ? exit.modeId : `${exit.optionId}=${exit.value}`))
  }
  const claude = ['default', 'acceptEdits', 'plan', 'auto', 'bypassPermissions']

  test.each<[string, readonly string[], readonly string[]]>([
    [
      'the mode before',
      exits({ modes: modes('plan', ...claude) }, { modes: modes('auto', ...claude) }),
      ['auto'],
    ],
    ['the first that is safe', exits({ modes: modes('plan', ...claude) }), ['default']],
    [
      'not the one that allows everything, though it was there before',
      exits({ modes: modes('plan', ...claude) }, { modes: modes('bypassPermissions', ...claude) }),
      ['default'],
    ],
    ['not one that acts alone', exits({ modes: modes('plan', 'autoEdit', 'plan', 'code') }), ['code']],
    [
      'the mode before that, when it was planning before',
      exits(
        { modes: modes('plan', ...claude) },
        { modes: modes('acceptEdits', ...claude) },
        { modes: modes('plan', ...claude) },
      ),
      ['acceptEdits'],
    ],
    ['none where nothing is about planning', exits({ modes: modes('default', ...claude) }), []],
    [
      'none where plans are carried out',
      exits({ modes: modes('Plan Executor', 'Plan Executor', 'plan') }),
      [],
    ],
    ['none where the mode is unknown', exits({ modes: modes('other', ...claude) }), []],
    [
      'none that is safe',
      exits({ modes: modes('architect', 'architect', 'bypass') }),
      ['stays in architect!'],
    ],
    [
      'the option for modes of version 2',
      exits({ configOptions: [option('mode', 'plan', claude, 'mode')] }),
      ['mode=default'],
    ],
    [
      'once, where version 1 has it as a mode and as an option',
      exits({ modes: modes('plan', ...claude), configOptions: [option('mode', 'plan', claude, 'mode')] }),
      ['default'],
    ],
    [
      'the first that is safe, though its description names dangers',
      exits({
        modes: {
          current: 'plan',
          available: [
            { id: 'plan', name: 'Plan', description: null },
            { id: 'auto\u200bedit', name: 'Edit', description: null },
            { id: 'default', name: 'Default', description: 'Standard, prompts for dangerous operations' },
          ],
        },
      }),
      ['default'],
    ],
    [
      'an option that is a planning mode, and on',
      exits({ configOptions: [planSwitch(true)] }),
      ['plan_mode=false'],
    ],
    ['none where it is off', exits({ configOptions: [planSwitch(false)] }), []],
    [
      "codex's two",
      exits({
        modes: modes('agent', 'read-only', 'agent'),
        configOptions: [
          option('mode', 'agent', ['read-only', 'agent'], 'mode'),
          option('collaboration_mode', 'plan', ['default', 'plan'], 'collaboration_mode'),
        ],
      }),
      ['collaboration_mode=default'],
    ],
    [
      'no option that is about something else',
      exits({ configOptions: [option('model', 'planner', ['planner', 'other'], 'model')] }),
      [],
    ],
  ])('%s', (_what, found, expected) => {
    expect(found).toEqual(expected)
  })

  test('the remembered modes are the same object while nothing changes', () => {
    const settings = {
      modes: modes('default', ...claude),
      configOptions: [option('mode', 'default', claude, 'mode')],
    }
    const known = settingsAfter(noSettingsBefore, settings)
    expect(settingsAfter(known, settings)).toBe(known)
    expect(settingsAfter(known, { ...settings, modes: modes('plan', ...claude) })).toBe(known)
  })
})
