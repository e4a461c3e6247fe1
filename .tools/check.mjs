// What `npm test` runs: every `check:` script of package.json, one after the other, and beside them all tests. The last line is `N passed, N failed`,
// gates and tests counted together; the status is 0 only where something ran and nothing failed.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, withoutChromium } from './find-chromium.mjs'
import { findSshd, withoutSshd } from './find-sshd.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const gates = Object.keys(scripts).filter((name) => name.startsWith('check:'))
const env = {
  ...process.env,
  PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
}

/** Runs a gate to its end. */
function runGate(name) {
  const startedMs = performance.now()
  const child = spawn(scripts[name], {
    cwd: root,
    env: { ...env, NO_COLOR: '1' },
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = []
  child.stdout.on('data', (chunk) => said.push(chunk))
  child.stderr.on('data', (chunk) => said.push(chunk))
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}  ${seconds} s`)
      resolve({ name, isFine: code === 0, said: Buffer.concat(said).toString().trimEnd() })
    })
  })
}

/** One at a time: the tests have the other cores. */
async function runGates() {
  const outcomes = []
  for (const name of gates) outcomes.push(await runGate(name))
  return outcomes
}

/** Runs vitest, passes its output on and reads its count. No count is a failure. */
async function runTests() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'acp-plan-tui-tests-'))
  const report = path.join(folder, 'report.json')
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  // A golden that is missing is no golden: it fails, and is not written.
  const options = ['--config', '.tools/vitest.config.mjs', '--update=none', `--outputFile.json=${report}`]
  const reporters = ['default', 'json', '.tools/stall-reporter.mjs'].map((name) => `--reporter=${name}`)
  const child = spawn(process.execPath, [vitest, 'run', ...options, ...reporters], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    // On Windows that would open a window.
    detached: process.platform !== 'win32',
  })
  const endGroup = (signal) => {
    try {
      if (process.platform === 'win32') child.kill()
      else if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // No process is left.
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endGroup)
  const code = await new Promise((resolve) => child.on('exit', resolve))
  // A hanging worker would keep our stdout open.
  endGroup('SIGKILL')
  try {
    const { numPassedTests, numFailedTests, numPendingTests, success } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    const isWhole = code === 0 && success && numPassedTests > 0
    return {
      passed: numPassedTests,
      failed: Math.max(numFailedTests, isWhole ? 0 : 1),
      skipped: numPendingTests,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [outcomes, tests] = await Promise.all([runGates(), runTests()])
const failedGates = outcomes.filter(({ isFine }) => !isFine)
// Behind the tests, where it is seen.
for (const { name, said } of failedGates) console.log(`\n${name} failed:\n${said}`)
const passed = tests.passed + outcomes.length - failedGates.length
const failed = tests.failed + failedGates.length
if (tests.skipped > 0) console.log(`${tests.skipped} skipped`)
if (findChromium() === null) console.log(withoutChromium)
if (findSshd() === null) console.log(withoutSshd)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
