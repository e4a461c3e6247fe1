import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { summaryOf } from '../../../src/app/observed/session-summary.ts'
import { grok } from '../../../src/sources/observed/grok.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { observedSession, placesIn, planWords, sessionIn } from '../../support/observed-session.ts'

const folder = '%2Fhome%2Fme%2Fparser'

interface GrokSession {
  readonly home: string
  readonly updates: string
  /** Appends an update a second after the one before. */
  append(update: object, method?: string): void
}

/** A session as Grok keeps it: its updates, and a summary beside them. */
function grokSession(id: string, summary: object = {}, home = emptyFolder()): GrokSession {
  const own = path.join(home, '.grok', 'sessions', folder, id)
  const updates = path.join(own, 'updates.jsonl')
  mkdirSync(own, { recursive: true })
  const info = { id, cwd: '/home/me/parser' }
  writeFileSync(
    path.join(own, 'summary.json'),
    JSON.stringify({ info, session_summary: 'Split it', ...summary }),
  )
  let timestamp = 1_790_000_000
  return {
    home,
    updates,
    append(update, method = 'session/update') {
      timestamp++
      const params = { sessionId: id, update, _meta: { agentTimestampMs: timestamp * 1000 } }
      appendFileSync(updates, `${JSON.stringify({ timestamp, method, params })}\n`)
    },
  }
}

const user = (text: string, promptIndex?: number): object => ({
  sessionUpdate: 'user_message_chunk',
  content: { type: 'text', text },
  ...(promptIndex === undefined ? {} : { _meta: { promptIndex } }),
})
const plan = (...statuses: readonly string[]): object => ({
  sessionUpdate: 'plan',
  entries: statuses.map((status, index) => ({ content: `Step ${index + 1}`, priority: 'medium', status })),
})
const turnEnd = { sessionUpdate: 'turn_completed', prompt_id: '9e517e47-29d1', stop_reason: 'end_turn' }

test('a session of Grok is found with its folder and title, by its file or folder, and its sub-agents are not', async () => {
  const session = grokSession('one')
  session.append(plan('pending'))
  grokSession('two', { session_kind: 'subagent' }, session.home).append(plan('pending'))
  const expected = {
    kind: 'grok',
    id: 'one',
    path: session.updates,
    agent: 'Grok Build',
    folder: '/home/me/parser',
    label: 'Split it',
  }
  expect(await grok.find(placesIn(session.home))).toMatchObject([expected])
  const env = { GROK_HOME: path.join(session.home, '.grok') }
  expect(await grok.find(placesIn(emptyFolder(), { env }))).toMatchObject([expected])
  for (const named of [session.updates, path.dirname(session.updates)])
    expect(await grok.recognise(named, placesIn(session.home))).toMatchObject(expected)
  const summary = path.join(path.dirname(session.updates), 'summary.json')
  writeFileSync(summary, '{"info":')
  expect(await grok.recognise(session.updates, placesIn(session.home))).toBeNull()
  rmSync(summary)
  appendFileSync(session.updates, '\n')
  expect(await grok.find(placesIn(session.home))).toMatchObject([{ id: 'one', folder: null, label: null }])
})

test('its turns begin with prompts and end with the word of their end, while what Grok adds begins none', async () => {
  const session = grokSession('one')
  session.append(user('Split it', 0))
  session.append(plan('in_progress', 'pending'))
  const [found] = await grok.find(placesIn(session.home))
  if (found === undefined) throw new Error('it is not found')
  const observed = observedSession(grok, found)
  const doing = (): unknown => summaryOf(observed.app().state()).doing
  await observed.time.until(
    () => (doing() === 'works' ? true : undefined),
    () => 'it does not work',
  )
  session.append(plan('completed', 'completed'))
  session.append(turnEnd, '_x.ai/session/update')
  session.append(user('a reminder'))
  await observed.time.pass(1500)
  expect(doing()).toBe('rests')
  expect(sessionIn(observed).turn).toMatchObject({ outcome: { kind: 'stopped', stopReason: 'end_turn' } })
  expect(planWords(observed.app())).toEqual(['completed Step 1', 'completed Step 2'])
  session.append(user('Go on', 1))
  await observed.time.pass(1500)
  expect(doing()).toBe('works')
  expect(observed.notUnderstood).toEqual([])
})
