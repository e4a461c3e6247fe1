import { expect, test } from 'vitest'
import { TaskList, type Task } from '../../../../src/sources/observed/claude-code/task-list.ts'

const task = (id: string, status: string): Task => ({ id, subject: `Task ${id}`, status, blockedBy: [] })

test('files that are ahead of the lines are no contradiction: what they took away is known', () => {
  const list = new TaskList()
  const words = (): readonly string[] => list.entries().map(({ content, status }) => `${status} ${content}`)
  list.replaced([task('1', 'pending'), task('2', 'in_progress')])
  // The line comes after the file that holds later changes.
  list.created('2', 'Task 2')
  expect(words()).toEqual(['pending Task 1', 'in_progress Task 2'])
  list.replaced([task('1', 'pending')])
  expect(list.updated({ taskId: '2', status: 'completed' })).toBe(true)
  expect(list.updated({ taskId: '2', status: 'deleted' })).toBe(true)
  expect(words()).toEqual(['pending Task 1'])
  expect(list.updated({ taskId: '77', status: 'completed' })).toBe(false)
})
