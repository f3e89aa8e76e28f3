import { spawn } from 'node:child_process'
import { readFileSync, mkdtempSync } from 'node:fs'
const [, , root, concurrency, count] = process.argv
const C = Number(concurrency), N = Number(count)
const { signIn } = await import(`${root}/test/support/people/sign-in.ts`)
const dir = mkdtempSync('/tmp/fm-')
const child = spawn(`${root}/node_modules/.bin/node`, [`${root}/packages/local/src/commands/start.ts`], { cwd: root, env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dir, LOG_LEVEL: 'ERROR', RATE_LIMITS: 'off' } })
let out = ''
const lines: string[] = []
const origin: string = await new Promise((resolve, reject) => {
  child.stdout.on('data', (d) => { out += d; for (const l of String(d).split('\n')) if (l) lines.push(l); const m = /http:\/\/localhost:\d+/.exec(out); if (m) resolve(m[0]) })
  child.stderr.on('data', (d) => { out += d })
  child.on('exit', () => reject(new Error(out)))
})
const ada = await signIn({ origin, lines }, { email: 'ada@example.com', displayName: 'Ada' })
const cpu = () => { const f = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' '); return (Number(f[11]) + Number(f[12])) * 10 }
const goals = []
for (let i = 0; i < 100; i++) goals.push((await ada.api.createGoal({ body: { detailedDescription: 'Plant a hundred trees.', timeframe: { kind: 'continuous' } } })).goal.id)
const rev = goals.map(() => 1)
let next = 0
async function worker(w: number, n: number) {
  for (let k = 0; k < n; k++) {
    const g = (w + C * k) % goals.length
    const r = rev[g]++
    await ada.api.createGoalUpdate({ params: { goalId: goals[g] }, body: { status: 'active', health: 'on_track', summary: `Report ${w} ${k}`, details: 'As planned, ten more trees.', expectedRevision: r, idempotencyKey: `k-${w}-${k}` } })
  }
}
async function round(n: number) { const m = Math.floor(n / C); await Promise.all(Array.from({ length: C }, (_, w) => workerSafe(w, m))) }
async function workerSafe(w: number, m: number) {
  // each worker owns goals w, w+C, ...
  const own = goals.map((_, i) => i).filter((i) => i % C === w)
  for (let k = 0; k < m; k++) {
    const g = own[k % own.length]
    await ada.api.createGoalUpdate({ params: { goalId: goals[g] }, body: { status: 'active', health: 'on_track', summary: `Report ${w} ${k}`, details: 'As planned, ten more trees.', expectedRevision: rev[g]++, idempotencyKey: `k-${next++}` } })
  }
}
await round(500)
const results = []
for (let i = 0; i < 3; i++) {
  const c0 = cpu(), t0 = performance.now()
  await round(N)
  const t = performance.now() - t0
  await new Promise((r) => setTimeout(r, 300))
  results.push(`${((cpu() - c0) / N).toFixed(3)} ms cpu/report, ${(N / t * 1000).toFixed(0)}/s`)
}
console.log(root, 'C', C, results.join(' | '))
child.kill('SIGTERM')
