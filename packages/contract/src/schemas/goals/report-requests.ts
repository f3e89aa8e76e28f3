/** Requests of people for a report on a goal. */
import * as z from 'zod'
import { lazy } from '../../registry/lazy.ts'
import { timestamp, uuidOutput } from '../common.ts'

/** After a person has asked for a report on a goal, until the same person may ask again. In hours. */
export const hoursBetweenReportRequests = 24

export const reportRequestResponse = lazy(() =>
  z
    .strictObject({
      reportRequest: z
        .strictObject({
          goalId: uuidOutput(),
          ownerUserId: z.string(),
          requestedByUserId: z.string(),
          createdAt: timestamp(),
        })
        .meta({ id: 'ReportRequest' }),
    })
    .meta({ id: 'ReportRequestResponse' }),
)
