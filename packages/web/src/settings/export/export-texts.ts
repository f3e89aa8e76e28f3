import { formatNumber } from '../../time/format.ts'
import type { ExportProgress } from './export-organization.ts'

const goalsText = (count: number) => (count === 1 ? 'one goal' : `${formatNumber(count)} goals`)
const filesText = (count: number) => (count === 1 ? 'one file' : `${formatNumber(count)} files`)

/** What a running export shows. */
export function progressText({ goals }: ExportProgress, isWaiting: boolean): string {
  const read = `${goalsText(goals)} so far.`
  return isWaiting
    ? `${read} The service asks for a pause. It goes on by itself.`
    : `${read} Keep this page open until it is done.`
}

/** What a finished export says. */
export function resultText({ goals, files }: ExportProgress): string {
  return `Exported ${goalsText(goals)} in ${filesText(files)}. ${files === 1 ? 'It is' : 'They are'} in your downloads.`
}
