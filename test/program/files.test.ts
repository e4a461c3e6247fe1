import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { surroundings } from '../support/surroundings.ts'
import { planUpdate, workingStage, type Stage } from './stage.ts'

function scene(): { readonly folder: string; readonly file: string; readonly uri: string } {
  const { folder } = surroundings()
  const file = path.join(folder, 'plan.md')
  return { folder, file, uri: pathToFileURL(file).href }
}

async function showFile({ agent }: Stage, uri: string, planId = 'file'): Promise<void> {
  await agent.update(planUpdate({ type: 'file', planId, uri }))
}

test('a file is watched: edited, replaced, deleted and made again, it shows within a second', async () => {
  const { file, uri } = scene()
  writeFileSync(file, '# Release\n\n- [x] build\n- [ ] publish\n')
  const set = await workingStage()
  const { screen } = set
  await showFile(set, uri)
  await screen.shows('☐ publish')
  const within = 3000
  writeFileSync(file, '# Release\n\n- [x] build\n- [x] publish\n')
  await screen.shows('☑ publish', within)
  writeFileSync(`${file}.new`, '# Replaced\n\nas editors do\n')
  renameSync(`${file}.new`, file)
  await screen.shows('as editors do', within)
  rmSync(file)
  await screen.shows('There is no file at', within)
  await screen.shows('the last known content')
  writeFileSync(file, '# There again\n')
  await screen.shows('There again', within)
  await screen.gone('There is no file at')
})

test('http is fetched only after o, and says what came', async () => {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (request.url === '/gone.md') response.writeHead(410).end()
    else response.setHeader('content-type', 'text/markdown').end(`# Fetched ${requests.length} times\n`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const set = await workingStage()
  const { screen } = set
  await showFile(set, `${at}/plan.md`)
  await screen.shows('o fetches it')
  expect(requests).toEqual([])
  await screen.type('o').receives('Fetched 1 times')
  await screen.type('o').receives('Fetched 2 times')
  await showFile(set, `${at}/gone.md`)
  await screen.shows('o fetches it')
  await screen.type('o').receives(/status\s+410/)
  expect(requests).toEqual(['/plan.md', '/plan.md', '/gone.md'])
})

test('what cannot be shown says why, with its address, in words', async () => {
  const { folder } = scene()
  mkdirSync(path.join(folder, 'folder'))
  writeFileSync(path.join(folder, 'binary'), Buffer.from([0, 1, 2, 255, 254, 0, 7]))
  writeFileSync(path.join(folder, 'large.txt'), `the beginning\n${'x'.repeat(9 * 1024 * 1024)}`)
  writeFileSync(path.join(folder, 'empty.md'), '')
  const of = (name: string): string => pathToFileURL(path.join(folder, name)).href
  const set = await workingStage({ columns: 200 })
  const seen: string[] = []
  for (const [uri, words] of [
    ['plans/relative.md', /not absolute|relative/],
    [of('missing.md'), /There is no file at/],
    [of('folder'), /folder|directory/],
    [of('binary'), /binary/],
    ['file:///dev/zero', /device|not a (?:regular )?file/],
    ['ftp://example.org/plan.md', /ftp/],
    ['javascript:alert(1)', /javascript/],
    ['', /empty|absolute|no address/],
    [of('empty.md'), /nothing in it/],
    [of('large.txt'), /8 MiB|beginning/],
  ] as const) {
    await showFile(set, uri)
    await set.screen.shows(words)
    await set.screen.gone('reading…')
    const [, , , ...rows] = set.screen.text().split('\n')
    seen.push(rows.slice(0, 3).join('\n').trim().replaceAll(folder, '/folder'))
    await showFile(set, 'data:text/plain,between')
    await set.screen.shows(/^ between$/m)
  }
  await expect(`${seen.join('\n\n')}\n`).toMatchFileSnapshot('golden/files-in-words.txt')
})
