import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { offersNothing, type AuthMethod } from '../../../src/app/state/link.ts'
import { agentFindings, agentJson, type MetAgent } from '../../../src/cli/doctor/agent-report.ts'
import type { Diagnosis } from '../../../src/cli/doctor/doctor-check.ts'
import { doctorText } from '../../../src/cli/commands/doctor-run.ts'
import {
  described,
  describedAs,
  linked,
  listedAs,
  opened,
  openedSession,
  planToolsTold,
  session,
  stateAfter,
} from '../../support/app-states.ts'

function met(events: readonly AppEvent[], given: Partial<Omit<MetAgent, 'state'>> = {}): MetAgent {
  return {
    state: stateAfter(...events),
    end: { kind: 'done' },
    logins: [],
    auth: null,
    command: ['my-agent', '--acp'],
    ...given,
  }
}

function row(subject: string, agent: MetAgent): Diagnosis | undefined {
  return agentFindings(agent).find((each) => each.subject === subject)
}

function brief(subject: string, agent: MetAgent): string {
  const found = row(subject, agent)
  return found === undefined ? '' : `${found.health} ${found.found}`
}

function login(id: string, name = id): AuthMethod {
  return { id, name, description: null, how: { type: 'agent' } }
}

const needsLogin = {
  kind: 'agent-ended',
  end: { kind: 'wants-authentication', methods: [] },
  stderr: [],
} as const

describe('an agent with a session', () => {
  test('its name, version and protocol', () => {
    const named = describedAs({ name: 'acme', title: 'Acme', version: '2.1', protocolVersion: 2 })
    const agent = met([...opened(), named])
    expect(brief('name', agent)).toBe('good Acme (acme) 2.1')
    expect(brief('protocol', agent)).toBe('good version 2')
    expect(brief('session', agent)).toBe('good opened, and no prompt was sent')
    const nameless = met([...opened(), describedAs({ name: 'acme', title: null, version: null })])
    expect(brief('name', nameless)).toBe('hint acme, without a version')
  })

  test('its logins', () => {
    const logins = [login('a', 'By browser'), login('b', '')]
    expect(brief('login', met(opened(), { logins }))).toBe(
      'good not needed for a session; it offers By browser, b',
    )
    expect(brief('login', met(opened(), { auth: 'a' }))).toBe('good done with --auth a')
    expect(brief('login', met([described()], { end: needsLogin, logins }))).toBe(
      'wrong needed; it offers By browser, b',
    )
  })

  test('its modes, its own or those of an option, and its other options', () => {
    const model = {
      id: 'model',
      name: 'Model',
      description: null,
      category: 'model',
      type: 'select',
      value: 'x-1',
      choices: [{ value: 'x-1', name: 'X One', description: null, group: null }],
    } as const
    const mode = {
      ...model,
      id: 'mode',
      category: 'mode',
      value: 'plan',
      choices: [
        { value: 'plan', name: 'Plan', description: null, group: null },
        { value: 'go', name: 'Just do it', description: null, group: null },
      ],
    } as const
    const modes = { current: 'a', available: [{ id: 'a', name: 'Ask', description: null }] }
    const second = { ...mode, id: 'plan_mode', category: null, type: 'boolean', value: false } as const
    const own = met([described(), openedSession(session, { modes, configOptions: [mode, model, second] })])
    expect(brief('modes', own)).toBe('good a (Ask, now)')
    expect(brief('options', own)).toBe('good model=x-1, plan_mode=false')
    const asOption = met([described(), openedSession(session, { modes: null, configOptions: [mode, model] })])
    expect(brief('modes', asOption)).toBe('good plan (now), go (Just do it)')
    expect(agentJson(asOption)).toMatchObject({
      modes: { current: 'plan', available: [{ id: 'plan' }, { id: 'go', name: 'Just do it' }] },
      options: [
        { id: 'mode', value: 'plan' },
        { id: 'model', value: 'x-1' },
      ],
    })
    expect(brief('modes', met(opened()))).toBe('good none')
    expect(agentJson(met(opened()))).toMatchObject({ modes: null, options: [] })
  })

  test.each([
    [{ load: true }, null, 'good old ones can be loaded; it does not list them'],
    [{ resume: true }, null, 'good old ones can be resumed, without their past; it does not list them'],
    [{ list: true }, null, 'hint old ones cannot be opened again'],
    [{ load: true, list: true }, { state: 'listed' }, 'good old ones can be loaded; it lists none yet'],
    [
      { load: true, list: true },
      { state: 'failed', message: 'no database' },
      'hint old ones can be loaded; they cannot be listed: no database',
    ],
    [
      { load: true, list: true },
      { state: 'asking' },
      'hint old ones can be loaded; their list did not come in time',
    ],
  ] as const)('old sessions: %j %j', (offers, listing, words) => {
    const listed =
      listing === null
        ? []
        : [listedAs({ message: '', sessions: [], ...listing } as Parameters<typeof listedAs>[0])]
    const agent = met([...opened(), described({ ...offersNothing, ...offers }), ...listed])
    expect(brief('sessions', agent)).toBe(words)
  })
})

describe('plans', () => {
  test('of an agent whose switch is on', () => {
    const agent = met([planToolsTold({ type: 'set' }, 'claude-agent-acp'), ...opened()])
    expect(brief('plans', agent)).toMatch(/^good Claude Agent has its plan tools/)
    expect(agentJson(agent)).toMatchObject({
      id: 'claude-agent-acp',
      plans: { state: 'on', switch: 'CLAUDE_CODE_ENABLE_TODO_TOOLS=1' },
      elicitation: { approvals: 'asks' },
    })
  })

  test('of one whose switch is missing, with the command that sets it', () => {
    const found = row('plans', met([planToolsTold({ type: 'unset' }, 'claude-agent-acp'), ...opened()]))
    expect(found?.health).toBe('hint')
    expect(found?.found).toContain('only if CLAUDE_CODE_ENABLE_TODO_TOOLS=1 is set')
    expect(found?.advice).toBe(
      'Start it like this: acp-plan-tui --env CLAUDE_CODE_ENABLE_TODO_TOOLS=1 -- my-agent --acp',
    )
  })

  test.each([
    ['gemini-cli', 'hint Gemini CLI sends plans to no client', 'never'],
    ['qwen-code', 'hint Qwen Code sends plans only with {"tools"', 'settings'],
    ['hermes-agent', 'good sent, whatever is set', 'sent'],
    ['somebody', 'hint not known whether it sends them', 'unknown'],
  ])('of %s', (name, words, state) => {
    const agent = met(opened(name))
    expect(brief('plans', agent)).toContain(words)
    expect(agentJson(agent)).toMatchObject({ plans: { state, switch: null } })
  })
})

describe('an agent without a session', () => {
  test('that was not started', () => {
    const end = { kind: 'not-started', command: 'my-agent', cause: 'ENOENT' } as const
    const agent = met([linked({ state: 'ended', sinceMs: 0, end })], {
      end: { kind: 'agent-ended', end, stderr: [] },
    })
    expect(agentFindings(agent)).toEqual([
      { subject: 'start', health: 'wrong', found: 'could not start', advice: null },
    ])
    expect(agentJson(agent)).toMatchObject({
      name: null,
      login: { needed: null },
      sessions: null,
      end: { status: 4, reason: 'not-started' },
    })
  })

  test('that needs a login says so once', () => {
    const agent = met([described()], { end: needsLogin })
    expect(agentFindings(agent).filter(({ health }) => health === 'wrong')).toEqual([
      { subject: 'login', health: 'wrong', found: 'needed', advice: null },
    ])
    expect(agentJson(agent)).toMatchObject({ login: { needed: true }, end: { status: 6 } })
  })
})

test('what an agent says is cut and made safe', () => {
  const bad = `\u001b[2J\u202e${'x'.repeat(5000)}`
  const modes = {
    current: bad,
    available: Array.from({ length: 300 }, (_, at) => ({ id: `${bad}${at}`, name: bad, description: bad })),
  }
  const agent = met(
    [describedAs({ name: bad, title: bad, version: bad }), openedSession(session, { modes })],
    { logins: Array.from({ length: 300 }, (_, at) => login(`${bad}${at}`, bad)) },
  )
  const part = { check: { name: 'agent', title: 'Agent' }, found: agentFindings(agent) }
  const text = doctorText([part], 100).join('\n')
  expect(text).not.toMatch(/[\u001b\u202e]/)
  expect(text).toContain('288 more')
  expect(text.length).toBeLessThan(10_000)
  expect(JSON.stringify(agentJson(agent)).length).toBeLessThan(2_000_000)
})
