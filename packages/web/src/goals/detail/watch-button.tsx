import type { Goal } from '@cairn/contract/schemas/goals/goals'
import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useActiveOrganization } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { describeFailure } from '../../data/api/failures/failures.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { goalQuery } from '../data/queries.ts'
import { texts } from './texts.ts'

/** Lets the reader watch a goal, or no longer. */
export function WatchButton({ goal: { id, watching } }: { goal: Pick<Goal, 'id' | 'watching'> }) {
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  if (watching === undefined) return null

  async function toggle(): Promise<void> {
    setBusy(true)
    try {
      const params = { goalId: id }
      await (watching ? api.unwatchGoal({ params }) : api.watchGoal({ params }))
      queryClient.setQueryData(
        goalQuery(organization.id, id).queryKey,
        (data) => data && { ...data, goal: { ...data.goal, watching: !watching } },
      )
      toast.success(watching ? texts.watch.ended : texts.watch.begun)
    } catch (error) {
      toast.error(describeFailure(error).sentence)
    } finally {
      setBusy(false)
    }
  }

  const Icon = watching ? Eye : EyeOff
  return (
    <Button
      variant="quiet"
      size="small"
      className="print:hidden"
      blocked={busy}
      aria-pressed={watching}
      title={watching ? texts.watch.end : texts.watch.begin}
      onClick={() => void toggle()}
    >
      <Icon className="size-4" aria-hidden="true" />
      <span className="max-sm:sr-only">{watching ? texts.watch.on : texts.watch.off}</span>
    </Button>
  )
}
