/** `cairn work` as people start it: in a process of its own, which may be killed. */
import { describe, expect, it } from 'vitest'
import { outputOf } from '../../support/command.ts'
import { isRunning, startWorkshop } from './support.ts'

const { ada, clock, machine, newGoal, claimOf, file, written } = await startWorkshop()

describe('a process', () => {
  it('leaves standard input, output and error, and the exit code, to the command', async () => {
    const goalId = await newGoal()
    const script = 'cat; echo failed >&2; exit 3'
    const output = await machine.process(['work', goalId, '--', 'sh', '-c', script], { input: 'hello' })
    expect(output).toEqual({ code: 3, stdout: 'hello', stderr: 'failed\n' })
    expect(await claimOf(goalId)).toBeNull()
  })

  it('hands SIGTERM on, and frees the goal', async () => {
    const goalId = await newGoal()
    const child = machine.start([
      'work',
      goalId,
      '--',
      'sh',
      '-c',
      `trap 'exit 6' TERM; echo > ${file('up')}; while :; do sleep 0.05; done`,
    ])
    const output = outputOf(child)
    await expect.poll(() => written('up')).toBe('\n')
    child.kill('SIGTERM')
    expect((await output).code).toBe(6)
    expect(await claimOf(goalId)).toBeNull()
  })

  it('that is killed frees the goal when its lease ends, and its command writes nothing any more', async () => {
    const goalId = await newGoal()
    const script = `echo "$$ $CAIRN_FENCE" > ${file('killed')}; exec sleep 60`
    const child = machine.start(['work', goalId, '--lease=60', '--', 'sh', '-c', script])
    const ended = outputOf(child)
    await expect.poll(() => written('killed')).toMatch(/\n/)
    const [pid = 0, fence = 0] = (await written('killed')).split(' ').map(Number)
    child.kill('SIGKILL')
    // The command lives on, and so does the claim, for one lease at most.
    expect(isRunning(pid)).toBe(true)
    expect((await machine.cairn(['claim', goalId])).code).toBe(8)
    clock.advance({ milliseconds: 60_000 })
    expect((await machine.cairn(['claim', goalId])).code).toBe(0)
    const environment = { CAIRN_GOAL: goalId, CAIRN_FENCE: `${fence}` }
    expect((await machine.cairn(['report', goalId, '--summary=Late'], { environment })).code).toBe(9)
    process.kill(-pid, 'SIGKILL')
    await ended
    expect((await ada.api.getGoal({ params: { goalId } })).goal.revision).toBe(1)
  })
})
