import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What somebody writes to add something to the program: new files, and lines in files that are there. */
export interface Addition {
  /** Its files are those of `test/planted/FOLDER/src`, each at the place in `src` where it stands there. */
  readonly folder: string
  readonly lines: readonly AddedLine[]
}

export interface AddedLine {
  /** From the root: `src/plans/kinds/plan-kinds.ts`. */
  readonly file: string
  /** The whole line, without the blanks around it, that it stands beneath; the file has it once. */
  readonly beneath: string
  readonly line: string
}

/** The program with something added: a project of its own in a temporary folder. */
export interface PlantedProgram {
  readonly folder: string
  /** What the compiler says of its `src`, an error a line; '' for nothing. */
  types(): string
  /** Makes its `dist` as `npm run build` does. Throws with what was said when that fails. */
  build(): void
  /** How it is started, once it is built: the `program` of `runApp`. */
  readonly program: readonly [string, ...string[]]
  /** Takes the folder away. */
  remove(): void
}

/**
 * A copy of the program with an addition. A test of one, `test/planted/NAME.test.ts`, plants it, asks for `types()`, takes lines out
 * and sees which errors that makes, and runs what it was made for:
 *
 *     const whole = planted(table)
 *     afterAll(() => whole.remove())
 *     test('compiles', () => expect(whole.types()).toBe(''))
 *     test('is drawn', async () => {
 *       whole.build()
 *       const { stdout } = await runApp({ program: whole.program, args: ['replay', trace, '--format', 'text'] })
 *     })
 *     const lacking = planted({ ...table, lines: table.lines.filter(({ file }) => file !== registry) })
 *
 * The planted files themselves are no part of this project: neither compiled nor linted with it, as they lack their place.
 */
export function planted({ folder: name, lines }: Addition): PlantedProgram {
  const folder = mkdtempSync(path.join(tmpdir(), 'acp-plan-tui-planted-'))
  for (const part of ['src', 'bin', '.tools/build', '.tools/build.mjs', 'package.json'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
  cpSync(path.join(root, 'test/planted', name, 'src'), path.join(folder, 'src'), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  const { compilerOptions } = JSON.parse(readFileSync(path.join(root, 'tsconfig.json'), 'utf8')) as {
    readonly compilerOptions: object
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }))
  for (const line of lines) addLine(folder, line)
  const run = (script: string, ...args: readonly string[]): { status: number | null; said: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, script), ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    })
    return { status, said: `${stdout}${stderr}`.trim() }
  }
  return {
    folder,
    types() {
      const { status, said } = run('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false')
      if (status !== 0 && said === '') throw new Error(`the compiler ended with ${status} and said nothing`)
      return status === 0 ? '' : said
    },
    build() {
      const { status, said } = run('.tools/build.mjs')
      if (status !== 0) throw new Error(`the build failed: ${said}`)
    },
    program: [process.execPath, path.join(folder, 'bin/acp-plan-tui.js')],
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

function addLine(folder: string, { file, beneath, line }: AddedLine): void {
  const place = path.join(folder, file)
  const before = readFileSync(place, 'utf8').split('\n')
  const at = before.findIndex((each) => each.trim() === beneath)
  const isTwice = before.some((each, index) => index > at && each.trim() === beneath)
  if (at < 0 || isTwice) throw new Error(`${file} has ${at < 0 ? 'no' : 'more than one'} line “${beneath}”`)
  writeFileSync(place, before.toSpliced(at + 1, 0, line).join('\n'))
}
