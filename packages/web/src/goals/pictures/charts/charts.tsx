/** Both charts in one file, because a page that shows one mostly shows the other. */
export { HistoryChart } from '../../history/history-chart.tsx'
export { MeasureChart } from '../progress/measure-chart.tsx'
