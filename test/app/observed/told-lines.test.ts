import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSessions, readStart, readToldLine, toldLine } from '../../../src/app/observed/told-lines.ts'
import type { ObservedSink } from '../../../src/app/ports/observed-source.ts'
import type { AppEvent } from '../../../src/app/state/app-event.ts'
import { observedKinds } from '../../../src/sources/observed/observed-kinds.ts'
import { filesBelow, recordedHome } from '../../sources/observed/recorded-homes.ts'
import { foundSession, placesIn } from '../../support/observed-session.ts'
import { virtualTime } from '../../support/virtual-time.ts'

const homes = [
  ...['sub-agent', 'plan-in-terminal', 'tasks-that-wait', 'todo-write'].map((name) => `claude-code/${name}`),
  ...['update-plan', 'proposed-plan'].map((name) => `codex/${name}`),
  ...['plan', 'todo', 'evidence'].map((name) => `copilot/${name}`),
]

/** All events of the newest session in a home. */
async function eventsIn(home: string): Promise<readonly AppEvent[]> {
  const kind = observedKinds.find(({ name }) => home.startsWith(name))
  const [file = ''] = filesBelow(recordedHome(home), '.jsonl')
  const places = placesIn(path.dirname(file))
  const found = await kind?.recognise(file, places)
  if (kind === undefined || found === null || found === undefined) throw new Error(`nothing in ${home}`)
  const events: AppEvent[] = []
  await new Promise<void>((resolve) => {
    const nothing = (): void => undefined
    const sink: ObservedSink = {
      began: nothing,
      wire: nothing,
      begunAnew: nothing,
      notUnderstood: nothing,
      events: (more) => void events.push(...more),
      status: ({ state }) => {
        if (state === 'following') resolve()
      },
    }
    const { clock } = virtualTime()
    kind.observe({ found, sink, clock, attention: 'shown' })
  })
  return events
}

describe('what one machine tells another', () => {
  for (const home of homes)
    test(`is read as it was: ${home}`, async () => {
      const events = await eventsIn(home)
      expect(events.length).toBeGreaterThan(3)
      for (const event of events)
        expect(readToldLine(toldLine(1, { type: 'event', event }))).toEqual({ type: 'event', event })
    })

  test('has the status of a session, with who tells it', () => {
    for (const status of [
      { state: 'following' },
      { state: 'following', isTold: true },
      { state: 'waiting', why: 'closed', hasEnded: true },
    ] as const)
      expect(readToldLine(toldLine(1, { type: 'status', status }))).toEqual({ type: 'status', status })
  })

  test('is left out where it is malformed, or made to harm', () => {
    const lines = [
      '',
      'null',
      '[]',
      '{"n":1}',
      '{"n":1,"type":"event"}',
      '{"n":1,"type":"event","event":{"type":"session-updated","atMs":1e300,"sessionId":"a","update":{"type":"plan-removed"}}}',
      '{"n":1,"type":"event","event":{"type":"session-updated","atMs":1,"sessionId":"a","update":{"type":"plan-replaced","plan":{"dialect":"plan","id":null},"content":{"type":"items"}}}}'.replace(
        '"plan","id"',
        '"evil","id"',
      ),
      '{"n":1,"type":"event","event":{"type":"observed-changed","atMs":1,"observed":{}}}',
      '{"n":1,"type":"event","event":{"type":"playback-changed","atMs":1}}',
      '{"n":1,"type":"record","record":{"t":-1,"in":"{}"}}',
      '{"n":1,"type":"began","atMs":1e17}',
      '{"n":1,"type":"status","status":{"state":"waiting"}}',
      `{"n":1,"type":"event","event":${'['.repeat(50_000)}}`,
    ]
    expect(lines.map(readToldLine)).toEqual(lines.map(() => null))
    const bad = foundSession({ pid: 1, changedAtMs: 1e99 })
    const good = { ...bad, changedAtMs: 5 }
    expect(readSessions(JSON.stringify({ sessions: [bad, 7, good, { ...good, kind: 'x' }] }), 9)).toEqual([
      good,
    ])
    expect(readStart('{"acp-plan-tui":1}')).toBeNull()
  })
})
