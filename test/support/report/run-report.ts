/** The duration of one test file of a run. */
export type FileRun = {
  /** The path from the root. */
  file: string
  /** Of the worker: importing the file, its hooks and its tests. */
  seconds: number
  /** Pages of the app that its tests loaded in a browser. */
  pageLoads: number
}

/** A share, because machines differ in speed by a factor of two. */
const maximumShareOfFile = 0.04
const maximumPageLoads = 120
const listedFiles = 10

const secondsOf = (files: FileRun[]) => files.reduce((sum, { seconds }) => sum + seconds, 0)
const pageLoadsOf = (files: FileRun[]) => files.reduce((sum, { pageLoads }) => sum + pageLoads, 0)
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** Returns the lines that a run ends with: what it took, and its slowest files. */
export function summaryOf(files: FileRun[]): string[] {
  const total = secondsOf(files)
  const loads = pageLoadsOf(files)
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, listedFiles)
  const rows = slowest.map(
    ({ file, seconds }) =>
      `${seconds.toFixed(1).padStart(7)} s ${percent(seconds / total).padStart(7)}  ${file}`,
  )
  return [
    `${total.toFixed(0)} worker-seconds in ${files.length} files, ${loads} page loads. The slowest:`,
    ...rows,
  ]
}

/** Returns a sentence for each limit that a run of everything exceeds. */
export function excessesOf(files: FileRun[]): string[] {
  const total = secondsOf(files)
  const loads = pageLoadsOf(files)
  const slow = files
    .filter(({ seconds }) => seconds > total * maximumShareOfFile)
    .map(
      ({ file, seconds }) =>
        `${file} takes ${percent(seconds / total)} of the run. A file may take ${percent(maximumShareOfFile)}.`,
    )
  const loaded = `The tests load ${loads} pages. They may load ${maximumPageLoads}: walk through the app instead.`
  return [...slow, ...(loads > maximumPageLoads ? [loaded] : [])]
}
