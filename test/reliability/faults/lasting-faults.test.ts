import { describeMatrix } from './support/describe-matrix.ts'

describeMatrix('from then on')
