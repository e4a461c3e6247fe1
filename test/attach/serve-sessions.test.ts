// What `attach --serve` tells of sessions comes to the same events elsewhere as here.
import { cpSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sessionOfLine } from '../../src/app/observed/told-lines.ts'
import type {
  ObservedFolders,
  ObservedKind,
  ObservedSink,
  ObservedSource,
} from '../../src/app/ports/observed-source.ts'
import type { AppEvent } from '../../src/app/state/app-event.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { serveSessions } from '../../src/attach/list-lines.ts'
import { acpxSessions } from '../../src/sources/observed/acpx.ts'
import { copilot } from '../../src/sources/observed/copilot.ts'
import { KeptSession } from '../../src/sources/observed/hosts/kept-session.ts'
import { hydra } from '../../src/sources/observed/hydra.ts'
import { hydraStore } from '../sources/observed/hydra-store.ts'
import { recordedHome } from '../sources/observed/recorded-homes.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { placesIn } from '../support/observed-session.ts'
import { virtualTime } from '../support/virtual-time.ts'

/** The events of a session until all of its past was told. */
async function eventsOf(
  observe: (sink: ObservedSink, clock: Clock) => ObservedSource,
): Promise<readonly AppEvent[]> {
  const events: AppEvent[] = []
  const ignored = (): void => undefined
  let isRead: true | undefined
  const sink: ObservedSink = {
    began: ignored,
    wire: ignored,
    begunAnew: ignored,
    notUnderstood: ignored,
    events: (more) => void events.push(...more),
    status: ({ state }) => {
      if (state === 'following') isRead = true
    },
  }
  const time = virtualTime()
  const source = time.run(() => observe(sink, time.clock))
  await time.until(
    () => isRead,
    () => 'the past is not read',
  )
  source.close()
  return events
}

/** The lines that are written of the only session, until all of its past was told. */
async function linesOf(kind: ObservedKind, places: ObservedFolders): Promise<readonly string[]> {
  const lines: string[] = []
  const time = virtualTime()
  const request = { kinds: [kind], places: () => places }
  const write = (line: string): void => void lines.push(line)
  const stop = time.run(() => serveSessions({ request, clock: time.clock, version: '1.0.0', write }))
  await time.until(
    () => lines.find((line) => line.includes('"state":"following"')),
    () => `the past is not told: ${lines.join('\n')}`,
  )
  stop()
  return lines.filter((line) => sessionOfLine(line) !== null)
}

function acpxPlaces(): ObservedFolders {
  const home = emptyFolder()
  cpSync('test/recordings/acpx', path.join(home, '.acpx', 'sessions'), {
    recursive: true,
    filter: (file) => !file.includes('permission'),
  })
  return placesIn(home)
}

function hydraPlaces(): ObservedFolders {
  const store = hydraStore()
  store.note({})
  store.prompt('Split it')
  store.append({ sessionUpdate: 'plan', entries: [{ content: 'Read', priority: 'low', status: 'pending' }] })
  return placesIn(store.home, { env: { HYDRA_ACP_HOME: store.home } })
}

function copilotPlaces(): ObservedFolders {
  const home = recordedHome('copilot/todo')
  return placesIn(home, { env: { COPILOT_HOME: home } })
}

const sources: readonly (readonly [string, ObservedKind, () => ObservedFolders])[] = [
  ['messages without times (acpx)', acpxSessions, acpxPlaces],
  ['messages, and a title beside them (Hydra)', hydra, hydraPlaces],
  ['a log, and to-dos in SQL (Copilot)', copilot, copilotPlaces],
]

test.each(sources)('%s', async (_, kind, placesOf) => {
  const places = placesOf()
  const [found] = await kind.find(places)
  if (found === undefined) throw new Error('nothing is found')
  const here = await eventsOf((sink, clock) => kind.observe({ found, sink, clock, attention: 'listed' }))
  const kept = new KeptSession()
  for (const line of await linesOf(kind, places)) kept.add(line)
  const elsewhere = await eventsOf((sink) => kept.observe({ found, sink }))
  expect(here.length).toBeGreaterThan(3)
  expect(elsewhere).toEqual(here)
})
