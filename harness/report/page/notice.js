/*! Vega: copyright 2015-2021, UW Interactive Data Lab; with parts of d3: copyright 2010-2022, Mike
    Bostock. Used under the BSD 3-Clause and ISC licences: https://github.com/vega/vega,
    https://github.com/d3. */
