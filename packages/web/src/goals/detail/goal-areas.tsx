import type { ReactNode } from 'react'
import { cn } from '../../ui/cn.ts'

type GoalAreasProps = {
  /** The latest report and the description. */
  children: ReactNode
  /** Criteria and measures, if there are any. */
  side: ReactNode
  chart: ReactNode
  history: ReactNode
}

/**
 * The areas of a goal: one column in the order of reading on phones, two from 1280 px, and on large screens a third one for the
 * chart, so that nothing stretches.
 */
export function GoalAreas({ children, side, chart, history }: GoalAreasProps) {
  const hasSide = Boolean(side || chart)
  return (
    <div
      className={cn(
        'grid grid-cols-[minmax(0,1fr)] gap-6',
        hasSide && 'xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_1fr]',
        Boolean(side && chart) && 'min-[110rem]:grid-cols-[minmax(0,1fr)_26rem_26rem]',
      )}
    >
      <div className="min-w-0 space-y-6">{children}</div>
      {hasSide && (
        <div className="space-y-6 xl:col-start-2 xl:row-span-2 xl:row-start-1 min-[110rem]:contents">
          {side && (
            <div className="space-y-6 min-[110rem]:col-start-2 min-[110rem]:row-span-2 min-[110rem]:row-start-1">
              {side}
            </div>
          )}
          {chart && (
            <div
              className={cn(
                'min-[110rem]:row-span-2 min-[110rem]:row-start-1',
                side ? 'min-[110rem]:col-start-3' : 'min-[110rem]:col-start-2',
              )}
            >
              {chart}
            </div>
          )}
        </div>
      )}
      <div className="min-w-0 pt-2 xl:col-start-1">{history}</div>
    </div>
  )
}
