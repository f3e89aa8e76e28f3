import { lazy } from 'react'
import { whenOnline } from '../../../app/hooks/when-online.ts'

// The page can be read before they are there.
const load = whenOnline(() => import('./charts.tsx'))

export const HistoryChart = lazy(async () => ({ default: (await load()).HistoryChart }))
export const MeasureChart = lazy(async () => ({ default: (await load()).MeasureChart }))
