import fc from 'fast-check'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import {
  locateDocument,
  mapFile,
  parseFileMap,
  type FileMap,
} from '../../../src/sources/plan-file/locate-document.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { fileUri, openDocuments, watchStates } from './support.ts'

test.each([
  ['/srv/work=/mnt/work', { remote: '/srv/work', local: '/mnt/work' }],
  ['/srv//work/=/mnt/work/', { remote: '/srv/work', local: '/mnt/work' }],
  ['/=/mnt', { remote: '', local: '/mnt' }],
  ['/srv=copy', { remote: '/srv', local: '/here/copy' }],
  ['/srv=.', { remote: '/srv', local: '/here' }],
  ['/srv=~/copy', { remote: '/srv', local: join(homedir(), 'copy') }],
  ['/srv=~', { remote: '/srv', local: homedir() }],
  ['/srv=/a=b', { remote: '/srv', local: '/a=b' }],
  ['c:\\work\\a=/mnt', { remote: '/C:/work/a', local: '/mnt' }],
  ['C:=/mnt', { remote: '/C:', local: '/mnt' }],
])('%s', (text, map) => {
  expect(parseFileMap(text, '/here')).toEqual({ ok: true, value: map })
})

test.each([
  ['', 'the file mapping “” has no “=”'],
  ['/srv/work', 'the file mapping “/srv/work” has no “=”'],
  ['=/mnt', 'the file mapping “=/mnt” has no folder of the agent'],
  ['/srv=', 'the file mapping “/srv=” has no folder of this machine'],
  ['srv=/mnt', 'the agent’s folder “srv” must be a whole path, from / on'],
  ['~/srv=/mnt', 'the agent’s folder “~/srv” must be a whole path, from / on'],
  ['file:///srv=/mnt', 'the agent’s folder “file:///srv” is a URI; a path is needed'],
  ['/srv/../etc=/mnt', 'the agent’s folder “/srv/../etc” has “.” or “..” in it; name it without them'],
  ['/srv\0=/mnt', 'the file mapping has a NUL character in it'],
])('%j is no mapping', (text, message) => {
  const hint = 'It is written REMOTE=LOCAL, for example --map-files /srv/work=/mnt/work.'
  expect(parseFileMap(text, '/here')).toEqual({ ok: false, problem: { message, hint } })
})

const maps: readonly FileMap[] = [
  { remote: '/srv', local: '/mnt/srv' },
  { remote: '/srv/work', local: '/copy' },
  { remote: '/C:/work', local: '/win' },
]
const files = { type: 'remote', maps } as const

test.each([
  ['file:///srv/a.md', '/mnt/srv/a.md', '/mnt/srv'],
  ['file:///srv/work/a.md', '/copy/a.md', '/copy'],
  ['file:///srv/work', '/copy', '/copy'],
  ['file:///srv/workshop/a.md', '/mnt/srv/workshop/a.md', '/mnt/srv'],
  ['file:///srv/work/../work/a.md', '/copy/a.md', '/copy'],
  ['file:///srv/%77ork/a%20b.md#L3', '/copy/a b.md', '/copy'],
  ['file:////srv//work//a.md', '/copy/a.md', '/copy'],
  ['file:///c:/work/a.md', '/win/a.md', '/win'],
  ['file:///c|/work/a.md', '/win/a.md', '/win'],
  ['file:///C:\\work\\a.md', '/win/a.md', '/win'],
])('%s of the agent’s machine is %s here', (uri, path, within) => {
  expect(locateDocument(uri, files)).toEqual({ ok: true, value: { at: 'file', path, within } })
})

test.each([
  ['file:///etc/passwd', { kind: 'on-another-machine', path: '/etc/passwd' }],
  ['file:///', { kind: 'on-another-machine', path: '/' }],
  ['file:///srvx/a.md', { kind: 'on-another-machine', path: '/srvx/a.md' }],
  ['file:///srv/../etc/passwd', { kind: 'on-another-machine', path: '/etc/passwd' }],
  ['file:///srv/%2e%2e/etc/passwd', { kind: 'on-another-machine', path: '/etc/passwd' }],
  ['file:///srv/.%2E/etc/passwd', { kind: 'on-another-machine', path: '/etc/passwd' }],
  ['file:///srv\\..\\etc/passwd', { kind: 'on-another-machine', path: '/etc/passwd' }],
  ['file:///srv/..%2fetc/passwd', { kind: 'bad-uri', cause: 'it has an encoded slash in a name' }],
  ['file:///srv/..%5Cetc/passwd', { kind: 'bad-uri', cause: 'it has an encoded slash in a name' }],
  ['file:///srv/%00', { kind: 'bad-uri', cause: 'its path has a NUL character' }],
  [
    'file:///srv/%zz',
    { kind: 'bad-uri', cause: 'a “%” in it is not followed by a character’s code (a plain “%” is %25)' },
  ],
  ['file://elsewhere/srv/a.md', { kind: 'other-host', host: 'elsewhere' }],
  ['/srv/a.md', { kind: 'path-without-scheme', suggestion: 'file:///srv/a.md' }],
])('%s is not read', (uri, reason) => {
  expect(locateDocument(uri, files)).toEqual({ ok: false, problem: reason })
})

test('of two mappings of one folder the later counts, and without any nothing is covered', () => {
  const twice = [...maps, { remote: '/srv', local: '/later' }]
  expect(mapFile('/srv/a.md', twice)).toEqual({ path: '/later/a.md', folder: '/later' })
  expect(mapFile('/srv/a.md', [])).toBeNull()
})

test('no URI leads out of the folders that are mapped', () => {
  const part = fc.constantFrom('..', '.', '%2e%2e', '..%2f', '%5c', '\\', 'srv', 'work', 'a', '%2525', '~')
  fc.assert(
    fc.property(fc.array(part), fc.constantFrom('/', '\\', '//'), (parts, between) => {
      const place = locateDocument(`file:///srv/${parts.join(between)}`, files)
      if (!place.ok || place.value.at !== 'file') return
      const { path, within = '?' } = place.value
      expect(maps.map(({ local }) => local)).toContain(within)
      expect(relative(within, path)).not.toMatch(/^\.\.|^\//)
    }),
  )
})

test('data: and http: URIs of a remote agent are read like those of a local one', async () => {
  expect(locateDocument('data:,hello', files)).toEqual({ ok: true, value: { at: 'data' } })
  const web = watchStates(openDocuments({ files }), 'http://127.0.0.1:1/a.md')
  expect(await web.lacks('needs-permission')).toMatchObject({ state: 'unavailable' })
})

test('a mapped file is shown and watched, and one that is not mapped is left alone', async () => {
  const local = emptyFolder()
  const documents = openDocuments({ files: { type: 'remote', maps: [{ remote: '/srv/work', local }] } })
  const plan = watchStates(documents, 'file:///srv/work/plan.md')
  expect(await plan.lacks('missing')).toMatchObject({ reason: { path: join(local, 'plan.md') } })
  await writeFile(join(local, 'plan.md'), 'first')
  await plan.shows('first')
  await writeFile(join(local, 'next.md'), 'second')
  await rename(join(local, 'next.md'), join(local, 'plan.md'))
  await plan.shows('second')
  const own = watchStates(documents, fileUri(join(local, 'plan.md')))
  expect(own.states).toEqual([
    {
      state: 'unavailable',
      uri: fileUri(join(local, 'plan.md')),
      reason: { kind: 'on-another-machine', path: join(local, 'plan.md') },
    },
  ])
})

test('links that lead out of the mapped folder are not followed; links within it are', async () => {
  const folder = emptyFolder()
  const [local, outside] = [join(folder, 'local'), join(folder, 'local-outside')]
  await Promise.all([local, outside].map((path) => mkdir(path)))
  await writeFile(join(outside, 'secret.md'), 'secret')
  await writeFile(join(local, 'real.md'), 'real')
  await symlink(join(outside, 'secret.md'), join(local, 'plan.md'))
  await symlink('../local-outside', join(local, 'sub'))
  // The mapped folder may itself be a link.
  await symlink(local, join(folder, 'link'))
  const documents = openDocuments({
    files: { type: 'remote', maps: [{ remote: '/srv', local: join(folder, 'link') }] },
  })
  const plan = watchStates(documents, 'file:///srv/plan.md')
  expect(await plan.lacks('link-leads-out')).toEqual({
    state: 'unavailable',
    uri: 'file:///srv/plan.md',
    reason: { kind: 'link-leads-out', path: join(folder, 'link', 'plan.md'), folder: join(folder, 'link') },
  })
  await watchStates(documents, 'file:///srv/sub/secret.md').lacks('link-leads-out')
  await rm(join(local, 'plan.md'))
  await symlink('real.md', join(local, 'plan.md'))
  await plan.shows('real')
  expect(plan.states.some((document) => JSON.stringify(document).includes('secret"'))).toBe(false)
})
