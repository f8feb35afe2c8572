// Preloaded into a console so that its wall clock agrees with that of its platform.
const shift = Number(process.env['BENCH_CLOCK_SHIFT']);
const { now } = Date;
Date.now = () => now() + shift;
