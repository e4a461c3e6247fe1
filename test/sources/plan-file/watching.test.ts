import { appendFileSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { fail } from '../../../src/lib/result.ts'
import { watchFolder, type FolderEvents, type WatchFolder } from '../../../src/sources/folder-watch.ts'
import { fakeClock } from '../../agent/fake-clock.ts'
import { patienceMs } from '../../support/changes.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { fileUri, openDocuments, quickClock, watchStates } from './support.ts'

/** The ways to keep a file current: by the system's events, and without any. */
const WAYS: readonly { readonly name: string; readonly watchFolder: WatchFolder }[] = [
  { name: 'with events', watchFolder },
  { name: 'with no watches left', watchFolder: () => fail('ENOSPC') },
]

for (const way of WAYS) {
  test(`edits, replacements, deletes and re-creations show (${way.name})`, async () => {
    const path = join(emptyFolder(), 'plan.md')
    await writeFile(path, 'first')
    const plan = watchStates(openDocuments(way), fileUri(path))
    const first = await plan.shows('first')

    await writeFile(path, 'edited in place')
    await plan.shows('edited in place')

    for (const text of ['replaced', 'replaced again']) {
      await writeFile(`${path}.tmp`, text)
      await rename(`${path}.tmp`, path)
      await plan.shows(text)
    }

    await unlink(path)
    const gone = await plan.lacks('missing')
    expect(gone).toEqual({
      state: 'unavailable',
      uri: fileUri(path),
      reason: { kind: 'missing', path },
      lastShown: { ...first, text: 'replaced again', sizeBytes: 14 },
    })

    await writeFile(path, 'back')
    await plan.shows('back')
    await writeFile(path, 'and edited')
    await plan.shows('and edited')
  })

  test(`the folder may be missing at first, created, deleted and created again (${way.name})`, async () => {
    const folder = join(emptyFolder(), 'a', 'b')
    const path = join(folder, 'plan.md')
    const plan = watchStates(openDocuments(way), fileUri(path))
    await plan.lacks('missing')
    for (const round of ['one', 'two']) {
      await mkdir(folder, { recursive: true })
      await writeFile(path, `${round} written`)
      await plan.shows(`${round} written`)
      await writeFile(path, `${round} edited`)
      await plan.shows(`${round} edited`)
      await rm(folder, { recursive: true })
      expect(await plan.lacks('missing')).toMatchObject({ lastShown: { text: `${round} edited` } })
    }
  })
}

test('a folder above is renamed and another one takes its place', async () => {
  const top = emptyFolder()
  const path = join(top, 'work', 'plans', 'plan.md')
  await mkdir(join(top, 'work', 'plans'), { recursive: true })
  await writeFile(path, 'old')
  const plan = watchStates(openDocuments(), fileUri(path))
  await plan.shows('old')
  await rename(join(top, 'work'), join(top, 'aside'))
  await plan.lacks('missing')
  await mkdir(join(top, 'work', 'plans'), { recursive: true })
  await writeFile(path, 'new')
  expect(await plan.shows('new')).not.toHaveProperty('lastShown')
})

test('a symbolic link is followed, to its edited target and to another one', async () => {
  const folder = emptyFolder()
  await mkdir(join(folder, 'elsewhere'))
  const [one, two, link] = [
    join(folder, 'elsewhere', '1'),
    join(folder, 'elsewhere', '2'),
    join(folder, 'plan'),
  ]
  await writeFile(one, 'one')
  await writeFile(two, 'two')
  await symlink(one, link)
  const plan = watchStates(openDocuments(), fileUri(link))
  await plan.shows('one')
  await writeFile(one, 'one, edited')
  await plan.shows('one, edited')
  await symlink(two, `${link}.tmp`)
  await rename(`${link}.tmp`, link)
  expect(await plan.shows('two')).toMatchObject({ uri: fileUri(link) })
})

test('a watch that ends by itself is replaced', async () => {
  const path = join(emptyFolder(), 'plan.md')
  await writeFile(path, 'first')
  const opened: FolderEvents[] = []
  const plan = watchStates(
    openDocuments({
      watchFolder: (folder, events) => {
        opened.push(events)
        return watchFolder(folder, events)
      },
    }),
    fileUri(path),
  )
  await plan.shows('first')
  opened[0]?.lost()
  await writeFile(path, 'second')
  await plan.shows('second')
  await vi.waitUntil(() => opened.length > 1, patienceMs)
  expect(opened).toHaveLength(2)
})

test('events alone are enough: no poll is waited for', async () => {
  const path = join(emptyFolder(), 'plan.md')
  await writeFile(path, 'first')
  const clock = fakeClock()
  const plan = watchStates(openDocuments({ clock }), fileUri(path))
  await plan.shows('first')
  await writeFile(path, 'second')
  await vi.waitUntil(() => clock.dueInMs().length === 2, patienceMs)
  clock.pass(50)
  expect(await plan.shows('second')).toMatchObject({ readAtMs: 50 })
})

test('a last look finds what no event and no poll has told of yet', async () => {
  const path = join(emptyFolder(), 'plan.md')
  await writeFile(path, 'first')
  const documents = openDocuments({ clock: fakeClock(), watchFolder: () => fail('ENOSPC') })
  const plan = watchStates(documents, fileUri(path))
  const elsewhere = watchStates(documents, 'data:,other')
  await plan.shows('first')
  await writeFile(path, 'second')
  await documents.lastLook()
  expect([plan.states.at(-1), elsewhere.states]).toMatchObject([{ text: 'second' }, [{ text: 'other' }]])
})

test('a last look waits for the reading that goes on', async () => {
  const path = join(emptyFolder(), 'plan.md')
  await writeFile(path, 'first')
  const documents = openDocuments({ clock: fakeClock(), watchFolder: () => fail('ENOSPC') })
  const plan = watchStates(documents, fileUri(path))
  await documents.lastLook()
  expect(plan.states.at(-1)).toMatchObject({ text: 'first' })
})

test('a burst of changes is one read, and its last state is shown', async () => {
  const path = join(emptyFolder(), 'plan.md')
  await writeFile(path, 'first')
  const clock = fakeClock()
  const plan = watchStates(openDocuments({ clock }), fileUri(path))
  await plan.shows('first')
  for (let edit = 1; edit <= 100; edit += 1) writeFileSync(path, `edit ${edit}`)
  await vi.waitUntil(() => clock.dueInMs().length === 2, patienceMs)
  clock.pass(50)
  await plan.shows('edit 100')
  expect(plan.states.map((state) => (state.state === 'shown' ? state.text : state.state))).toEqual([
    'loading',
    'first',
    'edit 100',
  ])
})

test.each([
  ['is not shown empty if its text comes', 'second', ['loading', 'first', 'second']],
  ['is shown empty if none comes', '', ['loading', 'first', '']],
])('a file that is found emptied %s', async (_, text, states) => {
  const path = join(emptyFolder(), 'plan.md')
  await writeFile(path, 'first')
  const clock = fakeClock()
  const plan = watchStates(openDocuments({ clock, watchFolder: () => fail('ENOSPC') }), fileUri(path))
  await plan.shows('first')
  await writeFile(path, '')
  clock.pass(500)
  await vi.waitUntil(() => clock.dueInMs().length === 2)
  for (let looks = 0; looks < 10; looks++) {
    clock.pass(Math.min(...clock.dueInMs()))
    await vi.waitUntil(() => clock.dueInMs().length === 2)
  }
  await writeFile(path, text)
  clock.pass(20)
  await plan.shows(text)
  expect(plan.states.map((state) => (state.state === 'shown' ? state.text : state.state))).toEqual(states)
})

test('a file is read at most every 50 ms', async () => {
  const path = join(emptyFolder(), 'plan.md')
  await writeFile(path, '')
  const clock = fakeClock()
  const plan = watchStates(openDocuments({ clock }), fileUri(path))
  await plan.shows('')
  for (const text of ['.', '..', '...']) {
    appendFileSync(path, '.')
    await vi.waitUntil(() => clock.dueInMs().length === 2, patienceMs)
    clock.pass(49)
    expect(clock.dueInMs().length).toBe(2)
    clock.pass(1)
    expect(clock.dueInMs().length).toBe(1)
    await plan.shows(text)
  }
})

test('the same bytes again are read, and change nothing', async () => {
  const path = join(emptyFolder(), 'plan.md')
  await writeFile(path, 'same')
  let readings = 0
  // Each text that is read asks for the time once.
  const clock = { ...quickClock(), wallMs: () => (readings += 1) }
  const plan = watchStates(openDocuments({ clock }), fileUri(path))
  await plan.shows('same')
  await writeFile(`${path}.tmp`, 'same')
  await rename(`${path}.tmp`, path)
  await vi.waitUntil(() => readings > 1, patienceMs)
  await writeFile(path, 'other')
  await plan.shows('other')
  const texts = plan.states.flatMap((state) => (state.state === 'shown' ? [state.text] : []))
  expect(texts.filter((text) => text !== '')).toEqual(['same', 'other'])
})

test('another file in the folder is not listened to', async () => {
  const folder = emptyFolder()
  await writeFile(join(folder, 'plan.md'), 'plan')
  const clock = fakeClock()
  const documents = openDocuments({ clock })
  const plan = watchStates(documents, fileUri(join(folder, 'plan.md')))
  const other = watchStates(documents, fileUri(join(folder, 'other.md')))
  await plan.shows('plan')
  await other.lacks('missing')
  await writeFile(join(folder, 'other.md'), 'other')
  // Two polls and the one reading that is wanted.
  await vi.waitUntil(() => clock.dueInMs().length === 3, patienceMs)
  clock.pass(50)
  await other.shows('other')
  expect(plan.states).toHaveLength(2)
})

test('a URI that is opened twice shares one watch, which the last one to stop ends', async () => {
  const path = join(emptyFolder(), 'plan.md')
  await writeFile(path, 'first')
  let watches = 0
  const clock = quickClock()
  const documents = openDocuments({
    clock,
    watchFolder: (folder, events) => {
      const watch = watchFolder(folder, events)
      if (!watch.ok) return watch
      watches += 1
      return { ok: true, value: { close: () => (watch.value.close(), (watches -= 1)) } }
    },
  })
  const before = await inotifyWatches()
  const one = watchStates(documents, fileUri(path))
  await one.shows('first')
  const two = watchStates(documents, fileUri(path))
  expect(two.states).toEqual([one.states.at(-1)])
  expect(watches).toBe(1)
  expect(await inotifyWatches()).toBe(process.platform === 'linux' ? before + 1 : 0)

  one.stop()
  one.stop()
  expect(watches).toBe(1)
  await writeFile(path, 'second')
  await two.shows('second')
  expect(one.states.at(-1)).toMatchObject({ text: 'first' })

  two.stop()
  expect(watches).toBe(0)
  expect(clock.due()).toBe(0)
  expect(await inotifyWatches()).toBe(before)
  await vi.waitUntil(
    () => !process.getActiveResourcesInfo().some((name) => name.startsWith('FS')),
    patienceMs,
  )

  const again = watchStates(documents, fileUri(path))
  await again.shows('second')
  documents.close()
  expect(watches).toBe(0)
  expect(clock.due()).toBe(0)
})

test('a stop during the first read leaves nothing and reports nothing', async () => {
  const path = join(emptyFolder(), 'plan.md')
  await writeFile(path, 'first')
  const clock = quickClock()
  const documents = openDocuments({ clock })
  const stopped = watchStates(documents, fileUri(path))
  stopped.stop()
  const other = watchStates(documents, fileUri(path))
  await other.shows('first')
  other.stop()
  expect(stopped.states).toEqual([{ state: 'loading', uri: fileUri(path) }])
  expect(clock.due()).toBe(0)
})

/** How many paths this process watches, by the kernel's own count; 0 where there is no such count. */
async function inotifyWatches(): Promise<number> {
  const descriptors = await readdir('/proc/self/fdinfo').catch(() => [])
  const texts = descriptors.map((name) => readFile(`/proc/self/fdinfo/${name}`, 'utf8').catch(() => ''))
  return (await Promise.all(texts)).join('').match(/^inotify wd:/gm)?.length ?? 0
}
