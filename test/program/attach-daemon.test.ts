// What the daemon of Codex says, as the whole program tells it to hooks, a status line and JSON lines.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { homeWith, id } from '../sources/observed/codex/daemon-stage.ts'
import { active, fakeDaemon, idle } from '../sources/observed/codex/fake-daemon.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { launcher, surroundings } from '../support/surroundings.ts'

const limitMs = 60_000

test('a wait for an approval is told by all that tell of sessions, and nothing stays open after their end', async () => {
  const codexHome = homeWith()
  const daemon = await fakeDaemon(codexHome.path)
  daemon.threads.set(id, { status: active() })
  const { env, folder } = surroundings({ CODEX_HOME: codexHome.path, XDG_RUNTIME_DIR: emptyFolder() })
  const start = (
    ...args: readonly string[]
  ): { readonly shown: () => string; readonly end: () => Promise<unknown> } => {
    const child = spawn(process.execPath, [launcher, ...args], {
      cwd: folder,
      env: { ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let shown = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk))
    return {
      shown: () => shown,
      async end() {
        const ended = new Promise((resolve) => void child.once('exit', resolve))
        child.kill('SIGTERM')
        return await ended
      },
    }
  }
  const [program, out] = [path.join(folder, 'hook.cjs'), path.join(folder, 'out')]
  writeFileSync(
    program,
    `require('node:fs').appendFileSync(process.argv[2], require('node:fs').readFileSync(0))`,
  )
  const hook = `waits='${process.execPath}' '${program}' '${out}'`
  const lines = start('attach', id, '--format', 'json', '--on', hook)
  const line = start('statusline', '--follow')
  await vi.waitFor(() => expect(daemon.open()).toBe(2), limitMs)
  daemon.becomes(id, active('waitingOnApproval'))
  await vi.waitFor(() => expect(lines.shown()).toContain('"title":"an approval"'), limitMs)
  await vi.waitFor(() => expect(line.shown()).toContain('an approval'), limitMs)
  await vi.waitFor(
    () => expect(existsSync(out) ? readFileSync(out, 'utf8') : '').toContain('an approval'),
    limitMs,
  )
  daemon.becomes(id, idle)
  await vi.waitFor(() => expect(lines.shown()).toContain('"state":"answered"'), limitMs)
  await Promise.all([lines.end(), line.end()])
  await vi.waitFor(() => expect(daemon.open()).toBe(0), limitMs)
})
