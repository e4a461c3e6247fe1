import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { scripts } from '../../.tools/build/scripts.mjs'
import { demoClient, type DemoClient } from './demo-client.ts'

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** The demo agent as a child process, and its client. */
export interface DemoProcess extends DemoClient {
  readonly ended: Promise<Ended>
  stderr(): string
  endInput(): void
  kill(signal: NodeJS.Signals): void
  /** What is in the folder that the process takes for the system's temporary one. */
  temporaryFiles(): Promise<readonly string[]>
}

export interface DemoBundle {
  start(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<DemoProcess>
  /** Ends what is still running and deletes all files. */
  dispose(): Promise<void>
}

/** Bundles the agent as the package does, so that what is tested is what is shipped. */
export async function bundleDemoAgent(): Promise<DemoBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-agent-test-'))
  const outfile = join(folder, 'demo-agent.mjs')
  await build({
    entryPoints: ['src/demo/main.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    plugins: [scripts],
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)`,
    },
    outfile,
  })
  const running = new Set<DemoProcess>()
  return {
    async start(args, env = {}) {
      const temporary = await mkdtemp(join(folder, 'run-'))
      const started = startProcess(
        [outfile, ...args],
        { ...process.env, ...env, TMPDIR: temporary },
        temporary,
      )
      running.add(started)
      void started.ended.then(() => running.delete(started))
      return started
    },
    async dispose() {
      for (const each of running) each.kill('SIGKILL')
      await Promise.all([...running].map((each) => each.ended))
      await rm(folder, { recursive: true })
    },
  }
}

function startProcess(args: readonly string[], env: NodeJS.ProcessEnv, temporary: string): DemoProcess {
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  let stderr = ''
  child.stdin.on('error', () => undefined)
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const client = demoClient((frame) => void child.stdin.write(`${JSON.stringify(frame)}\n`))
  createInterface({ input: child.stdout }).on('line', client.take)
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => {
      client.end(`stderr: ${stderr}`)
      resolve({ code, signal })
    })
  })
  return {
    ...client,
    ended,
    stderr: () => stderr,
    endInput: () => child.stdin.end(),
    kill: (signal) => void child.kill(signal),
    temporaryFiles: async () => (await readdir(temporary, { recursive: true })).sort(),
  }
}
