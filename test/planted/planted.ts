import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject, vi } from 'vitest'
import { additions, type AddedLine, type Addition } from './additions.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder for the programs of this run, taken away at its end. */
    readonly plantedFolder: string
  }
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The program with something added: a project of its own in a temporary folder. */
export interface PlantedProgram {
  readonly folder: string
  /** How it is started: the `program` of `runApp`. */
  readonly program: readonly [string, ...string[]]
}

/**
 * The program with every addition of `additions.ts`, built: once for all tests, by the first that asks. Throws with what was said when
 * the build failed. A test of an addition runs what it was made for:
 *
 *     const { program } = await plantedProgram()
 *     const { stdout } = await runApp({ program, args: ['replay', trace, '--format', 'text'] })
 */
export async function plantedProgram(): Promise<PlantedProgram> {
  const folder = path.join(inject('plantedFolder'), 'whole')
  const built = path.join(folder, 'built.txt')
  if (mkdirSync(folder, { recursive: true }) === undefined)
    await vi.waitUntil(() => existsSync(built), { timeout: 100_000, interval: 50 })
  else {
    plant(folder, additions)
    const { status, said } = run(folder, '.tools/build.mjs')
    writeFileSync(built, status === 0 ? '' : `the build failed: ${said}`)
  }
  const failure = readFileSync(built, 'utf8')
  if (failure !== '') throw new Error(failure)
  return { folder, program: [process.execPath, path.join(folder, 'bin/acp-plan-tui.js')] }
}

/**
 * What the compiler says of these files and folders of the program, and of what they import, with additions; an error a line, '' for
 * nothing. For what the compiler names, take lines out or change them, and see which errors that makes.
 */
export function typesWith(include: readonly string[], ...some: readonly Addition[]): string {
  const folder = mkdtempSync(path.join(inject('plantedFolder'), 'types-'))
  plant(folder, some, include)
  // One thread: the tests beside this one have the other cores.
  const options = ['--noEmit', '--pretty', 'false', '--singleThreaded']
  const { status, said } = run(folder, 'node_modules/typescript/bin/tsc', ...options)
  if (status !== 0 && said === '') throw new Error(`the compiler ended with ${status} and said nothing`)
  return status === 0 ? '' : said
}

/** A copy of the program with additions. Their files are neither compiled nor linted with this project, as they lack their place. */
function plant(folder: string, some: readonly Addition[], include: readonly string[] = ['src']): void {
  for (const part of ['src', 'bin', '.tools/build', '.tools/build.mjs', 'package.json'])
    cpSync(path.join(root, part), path.join(folder, part), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  const { compilerOptions } = JSON.parse(readFileSync(path.join(root, 'tsconfig.json'), 'utf8')) as {
    readonly compilerOptions: object
  }
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include, exclude: ['src/outputs/report/browser'] }),
  )
  for (const { folder: name, lines } of some) {
    cpSync(path.join(root, 'test/planted', name, 'src'), path.join(folder, 'src'), { recursive: true })
    for (const line of lines) addLine(folder, line)
  }
}

function run(folder: string, script: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { status, said: `${stdout}${stderr}`.trim() }
}

function addLine(folder: string, { file, beneath, line }: AddedLine): void {
  const place = path.join(folder, file)
  const before = readFileSync(place, 'utf8').split('\n')
  const at = before.findIndex((each) => each.trim() === beneath)
  const isTwice = before.some((each, index) => index > at && each.trim() === beneath)
  if (at < 0 || isTwice) throw new Error(`${file} has ${at < 0 ? 'no' : 'more than one'} line “${beneath}”`)
  writeFileSync(place, before.toSpliced(at + 1, 0, line).join('\n'))
}
