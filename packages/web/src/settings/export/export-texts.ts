import type { ExportProgress } from './export-organization.ts'
import { texts } from './texts.ts'

/** What a running export shows. */
export function progressText({ goals }: ExportProgress, isWaiting: boolean): string {
  return isWaiting ? texts.waiting(goals) : texts.progress(goals)
}

/** What a finished export says. */
export function resultText({ goals, files }: ExportProgress): string {
  return texts.done(goals, files)
}
