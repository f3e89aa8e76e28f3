import { useEffect, useRef, useState } from 'react'
import type { Draft } from '../../../app/hooks/use-draft.ts'
import { type ReportValues, reportValues } from '../report-values.ts'
import type { StoredDraft } from './draft-query.ts'
import { adopt, type DraftPlace, readDraft, removeDraft, settle, writeDraft } from './stored-draft.ts'

/** After the last change, before the service gets the draft. */
const pauseMilliseconds = 1_500

const valuesIn = ({ content }: StoredDraft): ReportValues | undefined =>
  reportValues.safeParse(JSON.parse(content)).data

/** A different draft of the same report, which another tab or device has left. */
export type OtherDraft = {
  summary: string
  updatedAt: string
  /** Goes on with it instead of what is typed here. */
  take: () => void
  /** Goes on with what is typed here, which replaces it. */
  keep: () => void
}

type KeptDraft = {
  other: OtherDraft | undefined
  /** Deletes the draft at the service, if it is this one. */
  remove: () => Promise<void>
}

/**
 * Keeps the draft of a report with the service too, so that it goes on on another device. Returns the draft of another tab or device that
 * differs, until the person has chosen: meanwhile nothing is stored. A failure is none of the form: the tab has the draft.
 */
export function useStoredDraft(place: DraftPlace, draft: Draft<ReportValues>): KeptDraft {
  const [other, setOther] = useState<StoredDraft>()
  const latest = useRef({ place, draft })
  latest.current = { place, draft }
  /** Stores what is typed, which waits for a pause. */
  const pending = useRef<() => void>(undefined)
  const content = draft.isDirty ? JSON.stringify(draft.value) : null

  function take(found: StoredDraft): void {
    const values = valuesIn(found)
    setOther(undefined)
    if (!values) return
    adopt(latest.current.place, JSON.stringify(values), found)
    latest.current.draft.restore(values)
  }
  const taking = useRef(take)
  taking.current = take

  const { goalId } = place
  useEffect(() => {
    let isOver = false
    async function load(): Promise<void> {
      const found = await readDraft({ ...latest.current.place, goalId })
      if (isOver) return
      const { value, isDirty, discard } = latest.current.draft
      const what = settle(latest.current.place, isDirty ? JSON.stringify(value) : null, found)
      if (what === 'drop') discard()
      if (what === 'take' && found) taking.current(found)
      if (what === 'ask' && found) setOther(found)
    }
    load().catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [goalId])

  useEffect(() => {
    pending.current = undefined
    if (content === null || other) return
    pending.current = () => {
      pending.current = undefined
      writeDraft(latest.current.place, content)
        .then((found) => found && setOther(found))
        .catch(() => undefined)
    }
    const timer = setTimeout(() => pending.current?.(), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [content, other])
  // Whoever leaves within the pause finds the last words elsewhere, too.
  useEffect(() => () => pending.current?.(), [])

  return {
    other: other && {
      summary: valuesIn(other)?.summary ?? '',
      updatedAt: other.updatedAt,
      take: () => take(other),
      keep: () => {
        adopt(place, other.content, other)
        setOther(undefined)
      },
    },
    remove: async () => {
      pending.current = undefined
      setOther(undefined)
      await removeDraft(place).catch(() => undefined)
    },
  }
}
