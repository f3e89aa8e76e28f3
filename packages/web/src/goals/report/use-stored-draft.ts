import { useEffect, useRef } from 'react'
import type { Draft } from '../../app/hooks/use-draft.ts'
import { api } from '../../data/api/client.ts'
import { type ReportValues, reportValues } from './report-values.ts'

/** After the last change, before the service gets the draft. */
const pauseMilliseconds = 1_500

type StoredDraft = {
  /** Deletes the draft that the service keeps. */
  remove: () => Promise<void>
}

/**
 * Keeps the draft of a report with the service too, so that it goes on on another device. What was typed in this tab is newer than what the
 * service has. A failure is none of the form: the tab has the draft.
 */
export function useStoredDraft(goalId: string, draft: Draft<ReportValues>): StoredDraft {
  const params = { goalId }
  /** The content that the service has, as JSON; undefined while nobody knows. */
  const stored = useRef<string | null>(undefined)
  const latest = useRef(draft)
  latest.current = draft

  useEffect(() => {
    let isOver = false
    async function load(): Promise<void> {
      const { draft: found } = await api.getGoalDraft({ params: { goalId } })
      stored.current ??= JSON.stringify(found.content)
      const parsed = reportValues.safeParse(found.content)
      if (isOver || !parsed.success || latest.current.isDirty) return
      latest.current.restore(parsed.data)
    }
    load().catch(() => {
      stored.current ??= null
    })
    return () => {
      isOver = true
    }
  }, [goalId])

  const content = draft.isDirty ? JSON.stringify(draft.value) : null
  useEffect(() => {
    if (content === null || content === stored.current) return
    const timer = setTimeout(() => {
      stored.current = content
      api.putGoalDraft({ params: { goalId }, body: { content: JSON.parse(content) } }).catch(() => {
        stored.current = null
      })
    }, pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [goalId, content])

  return {
    remove: async () => {
      const had = stored.current
      stored.current = null
      if (had === null) return
      await api.deleteGoalDraft({ params }).catch(() => undefined)
    },
  }
}
