// Tells the pool (fresh-workers.mjs), after each test file, how much machine code its process has.
import { getHeapStatistics } from 'node:v8'
import { afterAll } from 'vitest'

afterAll(() => void process.send?.({ codeBytes: getHeapStatistics().total_heap_size_executable }))
