import { createTemporaryDirectory, startCommand } from '../../support/child-process.ts'

/** As a test process in the middle of a test: prints what it has started, and waits to be killed. */
const { directory } = await createTemporaryDirectory()
const waiting = 'setInterval(() => {}, 1_000)'
const child = startCommand(process.execPath, ['-e', waiting])
// As npm and the service under it.
const group = startCommand('/bin/sh', ['-c', `"$0" -e '${waiting}' & echo "$!"; wait`, process.execPath], {
  ownGroup: true,
})
group.process.stdout?.once('data', () => {
  console.log(JSON.stringify({ directory, pids: [child.pid, group.pid, Number(group.lines[0])] }))
})
