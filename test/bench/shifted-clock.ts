// Loaded into a console before anything else: its wall clock goes ahead of the machine's, as its platform's does.
const shift = Number(process.env['BENCH_CLOCK_SHIFT']);
const { now } = Date;
Date.now = () => now() + shift;
