import { realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { embeddedTextsForTests } from './build/embedded-texts.mjs'
import { protocolSchemasForTests } from './build/protocol-schemas.mjs'
import { scriptsForTests } from './build/scripts.mjs'
import { freshWorkers } from './fresh-workers.mjs'
import { LongestFirst } from './longest-first.mjs'

// Goldens show times of day.
process.env.TZ = 'UTC'
// As programs report their working folder: on macOS the folder for temporary files is behind a link, and its path too long for sockets.
process.env.TMPDIR = realpathSync(process.platform === 'darwin' ? '/tmp' : os.tmpdir())

// No test keeps anything in the home of who runs it, whatever environment it gives to the program.
process.env.XDG_STATE_HOME = path.join(process.env.TMPDIR, 'acp-plan-tui-test-state')

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
// Tests of the whole program as it is shipped: they run what `npm run build` makes.
const wholeProgram = ['test/program/**/*.test.ts', 'test/package/**/*.test.ts', 'test/**/*.e2e.test.{ts,tsx}']
// What tests write is held against its schemas.
const writtenLines = path.join(root, 'test/support/written-lines/check-written-lines.ts')
// Tests of what the project is built and tested with.
const toolchain = ['test/gates/**/*.test.ts', 'test/planted/*.test.ts']

/** Not run on Windows: they are about what only other systems have. */
const ofPosix =
  process.platform !== 'win32'
    ? []
    : [
        // Signals, stops, process groups and the modes of a terminal.
        'test/agent/{ends,ending}.test.ts',
        'test/program/{ends,signals,stop,terminal}.test.ts',
        'test/cli/ends.e2e.test.ts',
        'test/tap/tap.e2e.test.ts',
        'test/fuzz/**',
        // Command lines for a POSIX shell, and programs that are shell scripts.
        'test/app/words/agent.test.ts',
        'test/terminal/text-editor.test.ts',
        'test/terminal/open-url.test.ts',
        // tmux.
        'test/terminal/clipboard.test.ts',
        // Sockets with a path, and what may go wrong with their rights.
        'test/sources/remote/sockets.test.ts',
        'test/sources/observed/codex/daemon-*.test.ts',
        'test/program/attach-daemon.test.ts',
        'test/planted/transport.test.ts',
      ]

/** Ends what hangs, and measures nothing: a busy machine takes several times as long as a quiet one. */
const limitMs = 120_000

export default defineConfig({
  root,
  plugins: [scriptsForTests, protocolSchemasForTests, embeddedTextsForTests],
  oxc: { jsx: { development: false } },
  test: {
    // React as it is shipped, which takes a third of the time of its development build.
    env: { NODE_ENV: 'production' },
    // Through vite, which takes the modules of it that the bundle has, and Node would not.
    server: { deps: { inline: ['jsonc-parser'] } },
    // Files of a worker share the modules of the program, which take half of the time of most: what a test changes it changes back.
    isolate: false,
    pool: freshWorkers,
    sequence: { sequencer: LongestFirst },
    snapshotEnvironment: path.join(root, '.tools/folded-goldens.mjs'),
    testTimeout: limitMs,
    // Also of what is ended, and compared with its replay, after each test.
    hookTimeout: limitMs,
    // For two cores: tests of the whole program wait half of their time, for programs, servers and terminals.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...wholeProgram, ...toolchain, ...ofPosix],
          setupFiles: [
            ...['property-seeds', 'say-code-size'].map((name) => path.join(root, `.tools/${name}.mjs`)),
            writtenLines,
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          include: toolchain,
          exclude: ofPosix,
          setupFiles: [writtenLines],
          globalSetup: [path.join(root, '.tools/planted-folder.mjs')],
        },
      },
      {
        extends: true,
        test: {
          name: 'program',
          include: wholeProgram,
          exclude: ofPosix,
          setupFiles: [writtenLines],
          globalSetup: [path.join(root, '.tools/build-once.mjs')],
        },
      },
    ],
  },
})
