import { goalHealths, goalStatuses } from '@cairn/contract/schemas/goal-values'
import * as z from 'zod'

/** The filters are in the address so that a view can be shared. Invalid values are ignored. */
export const goalsSearch = z.object({
  status: z.enum(goalStatuses).optional().catch(undefined),
  health: z.enum(goalHealths).optional().catch(undefined),
  ownerUserId: z.string().min(1).max(200).optional().catch(undefined),
  labelId: z.guid().optional().catch(undefined),
  title: z.string().min(1).max(200).optional().catch(undefined),
})
