/** The longest time without an event of any test file. The slowest file takes a minute on a slow machine. */
const patienceMs = 10 * 60_000

/** Ends a run with a hanging test file, and names it: an endless loop blocks the worker's own time-outs. */
export default function stallReporter() {
  const running = new Set()
  let timer = null

  function heard() {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const names = running.size === 0 ? 'a worker, after its last file' : [...running].join(', ')
      console.error(`\nNothing was heard for ten minutes of ${names}`)
      process.exit(1)
    }, patienceMs)
    timer.unref()
  }

  return {
    onTestModuleStart({ moduleId }) {
      running.add(moduleId)
      heard()
    },
    onTestCaseResult: heard,
    onTestModuleEnd({ moduleId }) {
      running.delete(moduleId)
      heard()
    },
    onTestRunEnd: heard,
  }
}
