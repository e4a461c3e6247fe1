import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
// On Windows npm is a script, which Node's own `spawn` does not start.
import spawn from 'cross-spawn'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** What `npm pack` makes, installed where nothing else is. */
export interface PackedPackage {
  /** The folder it was installed in, as a user's project would be. */
  readonly folder: string
  /** The package's own folder there. */
  readonly installed: string
  /** Everything that is in the package, sorted. */
  readonly files: readonly string[]
  /** Starts its command as `npx` does, through the link that npm made. */
  readonly npx: readonly [string, ...string[]]
  tarball(): Buffer
  copyTo(file: string, folder: string): void
  /** Installs it for all projects, below a folder that stands for the machine's own (`prefix` of npm); returns that folder. */
  installGlobally(): string
  remove(): void
}

/** Packs what was built before the tests, and installs; throws with what npm said where that fails. */
export function packedPackage(): PackedPackage {
  const folder = mkdtempSync(path.join(tmpdir(), 'acp-plan-tui-pack-'))
  const project = path.join(folder, 'project')
  mkdirSync(project)
  writeFileSync(path.join(project, 'package.json'), '{ "private": true }\n')
  npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], root)
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  if (tarball === undefined) throw new Error('npm pack made no tarball')
  npm(['install', '--offline', '--no-audit', '--no-fund', path.join(folder, tarball)], project)
  const installed = path.join(project, 'node_modules/acp-plan-tui')
  return {
    folder: project,
    installed,
    files: filesOf(installed),
    npx: ['npx', '--no-install', 'acp-plan-tui'],
    tarball: () => readFileSync(path.join(folder, tarball)),
    copyTo: (file, to) => cpSync(path.join(installed, file), path.join(to, file)),
    installGlobally() {
      const prefix = path.join(folder, 'prefix')
      const options = ['--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund']
      npm(['install', ...options, path.join(folder, tarball)], project)
      return prefix
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function npm(args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawn.sync('npm', args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}
