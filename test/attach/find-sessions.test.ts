import { expect, test } from 'vitest'
import type { FoundSession, ObservedKind } from '../../src/app/ports/observed-source.ts'
import { findNamed, findSessions } from '../../src/attach/find-sessions.ts'
import { foundSession as session, observedKind, placesIn } from '../support/observed-session.ts'

function kind(
  name: ObservedKind['name'],
  sessions: readonly FoundSession[],
  paths: readonly string[] = [],
): ObservedKind {
  return observedKind({
    name,
    named: `a session of ${name}`,
    find: async ({ atMost }) => await Promise.resolve(sessions.slice(0, atMost)),
    recognise: async (path) =>
      await Promise.resolve(paths.includes(path) ? session({ kind: name, path }) : null),
  })
}

const kinds = [
  kind('acpx', [
    session({ id: '1f20-parser', label: 'parser', changedAtMs: 5 }),
    session({ id: '1f20-site', pid: 4711, changedAtMs: 9 }),
    session({ id: 'same', changedAtMs: 1 }),
  ]),
  kind('codex', [session({ kind: 'codex', id: 'same', changedAtMs: 7 })], ['/log']),
]
const places = placesIn('/home')

async function named(what: string, path: string | null = null): Promise<string> {
  const found = await findNamed({ what, path }, kinds, places)
  return found.ok
    ? `${found.value.kind}:${found.value.id}`
    : `${found.problem.message}. ${found.problem.hint}`
}

test('the newest come first, and a kind that fails hides no other', async () => {
  const failing: ObservedKind = {
    ...kind('tap', []),
    find: async () => await Promise.reject(new Error('no')),
  }
  const all = await findSessions([failing, ...kinds], places)
  expect(all.map(({ id }) => id)).toEqual(['1f20-site', 'same', '1f20-parser', 'same'])
})

test('a session is named by its name, its process, its id or how that begins', async () => {
  expect(await named('parser')).toBe('acpx:1f20-parser')
  expect(await named('4711')).toBe('acpx:1f20-site')
  expect(await named('1f20-site')).toBe('acpx:1f20-site')
  expect(await named('1f20-p')).toBe('acpx:1f20-parser')
  expect(await named('codex:same')).toBe('codex:same')
  expect(await named('acpx:1f20-s')).toBe('acpx:1f20-site')
  expect(await named('acpx:parser')).toBe('acpx:1f20-parser')
  expect(await named('codex:parser')).toContain('there is no session “codex:parser”')
})

test('a name goes before a file of that name, and a file is given to the kind that knows it', async () => {
  expect(await named('parser', '/log')).toBe('acpx:1f20-parser')
  expect(await named('log', '/log')).toBe('codex:id')
})

test('those with the same name are told by their paths', async () => {
  const taps = ['/taps/1.sock', '/taps/2.sock'].map((path) => session({ kind: 'tap', id: 'site', path }))
  const found = await findNamed({ what: 'site', path: null }, [kind('tap', taps)], places)
  expect(found).toMatchObject({
    ok: false,
    problem: { hint: 'Name one of them: /taps/1.sock and /taps/2.sock.' },
  })
})

test('what is unknown, ambiguous or too short is told with what there is', async () => {
  expect(await named('same')).toBe('“same” means 2 sessions. Name one of them: codex:same and acpx:same.')
  expect(await named('1f2')).toContain(
    'there is no session “1f2”. There is acpx:1f20-site, codex:same, acpx:1f20-parser (parser)',
  )
  expect(await named('other', '/other')).toBe(
    'other cannot be observed: there is no such file. It can be a session of acpx or a session of codex.',
  )
})

test('a session that is older than all that are listed is found by its id and its name', async () => {
  const many = Array.from({ length: 300 }, (_, number) =>
    session({ id: `old-${number}`, label: number === 299 ? 'the oldest' : null, changedAtMs: -number }),
  )
  const only = [kind('acpx', many)]
  for (const what of ['old-299', 'the oldest']) {
    const found = await findNamed({ what, path: null }, only, places)
    expect(found.ok && found.value.id).toBe('old-299')
  }
})
