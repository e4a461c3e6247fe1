// Property tests have the same cases in each run, so that a failure is caused by a change. `npm run fuzz` has random ones.
import fc from 'fast-check'

/** An arbitrary number. */
const seed = 20_011

if (process.env.FUZZ !== '1') fc.configureGlobal({ seed })
