import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { wrongInManual } from '../render/formats/manual-formats.ts'
import { resultFormats } from '../../src/render/formats/result-formats.ts'
import type { ResultFormat } from '../../src/render/formats/result-format.ts'
import { plantedProgram, type PlantedProgram } from './planted.ts'
import { runApp, type RunOutcome } from '../support/run-app.ts'

const recording = fileURLToPath(new URL('../recordings/claude-v2-todo.ndjson', import.meta.url))

describe('a format that is added to render', () => {
  let program: PlantedProgram
  beforeAll(async () => {
    program = await plantedProgram()
  })

  const render = async (...args: readonly string[]): Promise<RunOutcome> =>
    await runApp({ program: program.program, args: ['render', recording, ...args] })

  test('is made, alone and beside others', async () => {
    const [page, text, film] = ['page.xhtml', 'page.txt', 'page.svg'].map((name) =>
      path.join(program.folder, name),
    ) as [string, string, string]
    const { code, stderr } = await render('-o', page, '-o', text, '-o', film, '--title', 'A <run>')
    expect(code, stderr).toBe(0)
    const [, screen = ''] = /<pre>\n([^]*?)\n*<\/pre>\n$/.exec(readFileSync(page, 'utf8')) ?? []
    expect(`${screen.replaceAll('&lt;', '<').replaceAll('&amp;', '&')}\n`).toBe(readFileSync(text, 'utf8'))
    expect(readFileSync(page, 'utf8')).toContain('<title>A &lt;run></title>')
    expect((await render('--check', page, '--title', 'A <run>')).code).toBe(0)
  })

  test('hears its options, and is told of where others are given', async () => {
    const page = path.join(program.folder, 'history.xhtml')
    expect((await render('-o', page, '--history', '--size', '40x12')).code).toBe(0)
    expect(readFileSync(page, 'utf8').split('<pre>').length).toBeGreaterThan(5)
    expect((await render('-o', 'a.xhtml', '--speed', '2')).stderr).toBe(
      'acp-plan-tui: --speed has no effect on .xhtml\n  It is for .cast, .svg and .gif.\n',
    )
    expect((await render('-o', 'a.svg', '--at', '2')).stderr).toBe(
      'acp-plan-tui: --at has no effect on .svg\n  It is for .png, .txt, .md, .html and .xhtml.\n',
    )
  })

  test('is in the help and in errors, by what is meant too', async () => {
    const { stdout } = await runApp({ program: program.program, args: ['render', '--help'] })
    expect(stdout).toMatch(/ {4}\.xhtml +the screen as a page$/m)
    expect(stdout).toContain('--at TIME                   .txt, .xhtml, .md, .html, .png: the state')
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('.xhtml: a page of every screen')
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([])
    expect((await render('-o', 'a.xht')).stderr).toBe(
      'acp-plan-tui: -o a.xht: the format .xht is unknown\n' +
        '  Did you mean .xhtml? Possible are .cast, .svg, .gif, .png, .txt, .md, .html, .json, .xhtml, .otlp.json and .otlp.pb.\n',
    )
  })
})

test('one that is not in the manual is named', () => {
  const xhtml = { ...resultFormats[0], ending: 'xhtml' } as ResultFormat
  expect(wrongInManual([...resultFormats, xhtml])).toEqual(['.xhtml has no row'])
})
